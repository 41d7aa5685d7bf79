// Lines over numbers, drawn on a canvas; below it the same as text for those who do not see it.
import { useEffect, useRef, useState } from "preact/hooks";
import { colours, onLook, prepare, type Surface } from "./canvas";

export interface Series {
  name: string;
  y: (number | null)[];
  texts?: (string | null)[];
}

interface ChartProps {
  label: string;
  x: number[];
  series: Series[];
  /** What is said of a position when it is pointed at. */
  names?: string[];
  stepped?: boolean;
  /** A position that is marked. */
  mark?: number;
  onPick?: (x: number) => void;
  format?: (y: number) => string;
  height?: number;
}

const LEFT = 46;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 18;

/** About `count` round numbers from `low` to `high`. */
export function ticks(low: number, high: number, count: number): number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / count;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * unit).find((one) => one >= rough) ?? unit * 10;
  const list: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) list.push(Math.abs(at) < step / 1e6 ? 0 : at);
  return list;
}

export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${+(value / 1e9).toPrecision(3)}G`;
  if (size >= 1e6) return `${+(value / 1e6).toPrecision(3)}M`;
  if (size >= 1e4) return `${+(value / 1e3).toPrecision(3)}k`;
  return String(+value.toPrecision(4));
}

interface Scale {
  x: (value: number) => number;
  y: (value: number) => number;
  nearest: (px: number) => number;
}

function scaleOf({ x, series }: ChartProps, { width, height }: Surface): Scale & { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const one of series) {
    for (const value of one.y) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low === Infinity) low = high = 0;
  if (low > 0 && low < (high - low) * 2) low = 0;
  if (low === high) high = low + 1;
  const first = x[0] ?? 0;
  const last = Math.max(first + 1e-9, x[x.length - 1] ?? 1);
  const wide = width - LEFT - RIGHT;
  const tall = height - TOP - BOTTOM;
  return {
    low,
    high,
    x: (value) => LEFT + ((value - first) / (last - first)) * wide,
    y: (value) => TOP + (1 - (value - low) / (high - low)) * tall,
    nearest: (px) => {
      const wanted = first + ((px - LEFT) / wide) * (last - first);
      let best = 0;
      for (let at = 1; at < x.length; at++) if (Math.abs(x[at]! - wanted) < Math.abs(x[best]! - wanted)) best = at;
      return best;
    },
  };
}

function drawAxes(surface: Surface, scale: ReturnType<typeof scaleOf>, props: ChartProps): void {
  const { context, width, height } = surface;
  const colour = colours();
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.lineWidth = 1;
  for (const value of ticks(scale.low, scale.high, Math.max(2, Math.floor(height / 34)))) {
    const y = Math.round(scale.y(value)) + 0.5;
    context.strokeStyle = colour.line;
    context.beginPath();
    context.moveTo(LEFT, y);
    context.lineTo(width - RIGHT, y);
    context.stroke();
    context.fillStyle = colour.quiet;
    context.textAlign = "right";
    context.fillText((props.format ?? shortNumber)(value), LEFT - 6, y);
  }
  context.textBaseline = "alphabetic";
  context.textAlign = "center";
  const first = props.x[0] ?? 0;
  const last = props.x[props.x.length - 1] ?? 1;
  for (const value of ticks(first, last, Math.max(2, Math.floor(width / 90)))) {
    if (props.stepped && !Number.isInteger(value)) continue;
    context.fillText(shortNumber(value), scale.x(value), height - 4);
  }
}

function drawSeries(surface: Surface, scale: Scale, props: ChartProps): void {
  const { context } = surface;
  const colour = colours();
  props.series.forEach((one, number) => {
    context.strokeStyle = colour.series[number % colour.series.length]!;
    context.fillStyle = context.strokeStyle;
    context.lineWidth = 1.8;
    context.beginPath();
    let before: number | null = null;
    props.x.forEach((x, at) => {
      const value = one.y[at] ?? null;
      if (value === null) {
        before = null;
        return;
      }
      const px = scale.x(x);
      const py = scale.y(value);
      if (before === null) context.moveTo(px, py);
      else {
        if (props.stepped) context.lineTo(px, before);
        context.lineTo(px, py);
      }
      before = py;
    });
    context.stroke();
    if (props.stepped && props.x.length <= 120) {
      props.x.forEach((x, at) => {
        const value = one.y[at];
        if (value === null || value === undefined) return;
        context.beginPath();
        context.arc(scale.x(x), scale.y(value), 2.4, 0, 7);
        context.fill();
      });
    }
  });
}

export function LineChart(props: ChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [over, setOver] = useState<number | null>(null);
  const scale = useRef<Scale | null>(null);
  const draw = () => {
    const surface = canvas.current && prepare(canvas.current);
    if (!surface) return;
    const now = scaleOf(props, surface);
    scale.current = now;
    drawAxes(surface, now, props);
    const { context, height } = surface;
    const marked = over !== null ? props.x[over] : props.mark;
    if (marked !== undefined && props.x.length > 1) {
      context.strokeStyle = colours().strong;
      context.setLineDash([3, 3]);
      context.beginPath();
      context.moveTo(now.x(marked), TOP);
      context.lineTo(now.x(marked), height - BOTTOM);
      context.stroke();
      context.setLineDash([]);
    }
    drawSeries(surface, now, props);
  };
  useEffect(draw);
  useEffect(() => onLook(canvas.current!, draw), [props]);
  const at = over ?? (props.mark !== undefined ? props.x.indexOf(props.mark) : props.x.length - 1);
  const show = (one: Series) => one.texts?.[at] ?? (one.y[at] === null || one.y[at] === undefined ? "–" : (props.format ?? shortNumber)(one.y[at]!));
  return (
    <figure class="chart">
      <canvas
        ref={canvas}
        role="img"
        aria-label={props.label}
        style={{ height: `${props.height ?? 130}px` }}
        onMouseMove={(event) => scale.current && props.x.length > 0 && setOver(scale.current.nearest(event.offsetX))}
        onMouseLeave={() => setOver(null)}
        onClick={() => over !== null && props.onPick?.(props.x[over]!)}
      />
      <figcaption>
        {props.series.map((one, number) => (
          <span key={number} class="legend">
            <i class={`series-${(number % 6) + 1}`} aria-hidden="true" />
            <span class="code">{one.name}</span> <b class="code">{show(one)}</b>
          </span>
        ))}
        {props.names && over !== null && <span class="quiet code">{props.names[over]}</span>}
      </figcaption>
    </figure>
  );
}
