// A large graph on a canvas: what is drawn, where one looks, what was hit.
import { colours, type Colours, prepare } from "../ui/canvas";
import type { Layout } from "./layout";

export interface Graph {
  count: number;
  /** Pairs from, to. */
  edges: Int32Array;
  labels: string[];
  /** For each node, a set of the flags below. */
  flags: Uint8Array;
  edgeText: (edge: number) => string;
}

export const INITIAL = 1;
export const VIOLATING = 2;
export const DEADLOCKED = 4;
export const GOAL = 8;
export const UNEXPLORED = 16;
export const SETUP = 32;

export interface Marks {
  current: number | null;
  selected: number | null;
  /** Nodes of the trace, in order; its edges lie between neighbours. */
  trace: number[];
  found: Set<number>;
}

interface Camera {
  x: number;
  y: number;
  zoom: number;
}

const RADIUS = 7;
const LEAST = 0.004;
const MOST = 4;
/** What takes longer than this to draw is moved as a picture until it stands still. */
const FLUID_MS = 9;

export class GraphScene {
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  marks: Marks = { current: null, selected: null, trace: [], found: new Set() };
  /** Milliseconds of the last frames, for measuring. */
  readonly frames: number[] = [];
  private still: { image: HTMLCanvasElement; camera: Camera } | null = null;
  private cost = 0;
  private timer = 0;
  private frame = 0;
  private grid: Map<number, number[]> | null = null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly graph: Graph,
    readonly place: Layout,
  ) {}

  dispose(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  /** Shows everything. */
  fit(): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    const zoom = Math.min(width / (this.place.width + 60), height / (this.place.height + 60), 1.6);
    this.camera = { zoom: Math.max(LEAST, zoom), x: this.place.width / 2, y: this.place.height / 2 };
    this.sharp();
  }

  /** Zooms, so that what is at this point of the canvas stays there. */
  zoomAt(factor: number, px?: number, py?: number): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    const dx = (px ?? width / 2) - width / 2;
    const dy = (py ?? height / 2) - height / 2;
    const zoom = Math.max(LEAST, Math.min(MOST, this.camera.zoom * factor));
    this.camera.x += dx / this.camera.zoom - dx / zoom;
    this.camera.y += dy / this.camera.zoom - dy / zoom;
    this.camera.zoom = zoom;
    this.moving();
  }

  pan(dx: number, dy: number): void {
    this.camera.x -= dx / this.camera.zoom;
    this.camera.y -= dy / this.camera.zoom;
    this.moving();
  }

  show(node: number): void {
    this.camera.x = this.place.x[node]!;
    this.camera.y = this.place.y[node]!;
    if (this.camera.zoom < 0.7) this.camera.zoom = 0.9;
    this.sharp();
  }

  /** The node at this point of the canvas. */
  hit(px: number, py: number): number | null {
    const { width, height } = this.canvas.getBoundingClientRect();
    const x = (px - width / 2) / this.camera.zoom + this.camera.x;
    const y = (py - height / 2) / this.camera.zoom + this.camera.y;
    const reach = Math.max(RADIUS + 3, 7 / this.camera.zoom);
    let best: number | null = null;
    let nearest = reach * reach;
    for (const node of this.around(x, y, reach)) {
      const distance = (this.place.x[node]! - x) ** 2 + (this.place.y[node]! - y) ** 2;
      if (distance <= nearest) {
        nearest = distance;
        best = node;
      }
    }
    return best;
  }

  private around(x: number, y: number, reach: number): number[] {
    const side = 64;
    if (!this.grid) {
      this.grid = new Map();
      for (let node = 0; node < this.graph.count; node++) {
        const key = Math.floor(this.place.x[node]! / side) * 65536 + Math.floor(this.place.y[node]! / side);
        const list = this.grid.get(key);
        if (list) list.push(node);
        else this.grid.set(key, [node]);
      }
    }
    const found: number[] = [];
    const cells = Math.ceil(reach / side);
    if (cells > 8) return Array.from({ length: this.graph.count }, (_, node) => node);
    const column = Math.floor(x / side);
    const row = Math.floor(y / side);
    for (let dx = -cells; dx <= cells; dx++) {
      for (let dy = -cells; dy <= cells; dy++) found.push(...(this.grid.get((column + dx) * 65536 + row + dy) ?? []));
    }
    return found;
  }

  /** A frame while something moves: the picture that is there, if drawing anew would be slow. */
  private moving(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    if (this.cost <= FLUID_MS || !this.still) {
      this.sharp();
      return;
    }
    this.frame = requestAnimationFrame(() => {
      const start = performance.now();
      this.drawStill();
      this.count(performance.now() - start);
      this.timer = window.setTimeout(() => this.sharp(), 140);
    });
  }

  /** A frame with everything drawn anew. */
  sharp(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = requestAnimationFrame(() => {
      const start = performance.now();
      this.draw();
      this.cost = performance.now() - start;
      if (this.cost > FLUID_MS) this.keep();
      else this.still = null;
      this.count(performance.now() - start);
    });
  }

  private count(ms: number): void {
    this.frames.push(ms);
    if (this.frames.length > 200) this.frames.shift();
  }

  private keep(): void {
    const image = this.still?.image ?? document.createElement("canvas");
    image.width = this.canvas.width;
    image.height = this.canvas.height;
    image.getContext("2d")?.drawImage(this.canvas, 0, 0);
    this.still = { image, camera: { ...this.camera } };
  }

  private drawStill(): void {
    const surface = prepare(this.canvas);
    if (!surface || !this.still) return;
    const { context, width, height } = surface;
    const then = this.still.camera;
    const scale = this.camera.zoom / then.zoom;
    context.save();
    context.translate(width / 2 + (then.x - this.camera.x) * this.camera.zoom, height / 2 + (then.y - this.camera.y) * this.camera.zoom);
    context.scale(scale, scale);
    context.drawImage(this.still.image, -width / 2, -height / 2, width, height);
    context.restore();
  }

  private draw(): void {
    const surface = prepare(this.canvas);
    if (!surface) return;
    const { context, width, height } = surface;
    const colour = colours();
    const { x, y, zoom } = this.camera;
    context.fillStyle = colour.surface;
    context.fillRect(0, 0, width, height);
    context.save();
    context.translate(width / 2, height / 2);
    context.scale(zoom, zoom);
    context.translate(-x, -y);
    const margin = 40 / zoom;
    const box = { left: x - width / 2 / zoom - margin, right: x + width / 2 / zoom + margin, top: y - height / 2 / zoom - margin, bottom: y + height / 2 / zoom + margin };
    const inside = (node: number) => this.place.x[node]! >= box.left && this.place.x[node]! <= box.right && this.place.y[node]! >= box.top && this.place.y[node]! <= box.bottom;
    this.drawEdges(context, colour, box);
    this.drawTrace(context, colour);
    this.drawNodes(context, colour, inside);
    if (zoom > 0.55) this.drawLabels(context, colour, inside);
    context.restore();
  }

  private drawEdges(context: CanvasRenderingContext2D, colour: Colours, box: { left: number; right: number; top: number; bottom: number }): void {
    const { edges } = this.graph;
    const { x, y } = this.place;
    const { zoom } = this.camera;
    context.strokeStyle = colour.strong;
    context.globalAlpha = Math.max(0.12, Math.min(0.75, zoom * 1.2)) * (edges.length > 40_000 ? 0.6 : 1);
    context.lineWidth = Math.max(0.7, 0.55 / zoom);
    context.beginPath();
    const tips: number[] = [];
    for (let at = 0; at < edges.length; at += 2) {
      const from = edges[at]!;
      const to = edges[at + 1]!;
      const x1 = x[from]!;
      const y1 = y[from]!;
      const x2 = x[to]!;
      const y2 = y[to]!;
      if (Math.max(x1, x2) < box.left || Math.min(x1, x2) > box.right || Math.max(y1, y2) < box.top || Math.min(y1, y2) > box.bottom) continue;
      if (from === to) {
        if (zoom > 0.25) {
          context.moveTo(x1 + RADIUS, y1);
          context.bezierCurveTo(x1 + 24, y1 - 12, x1 + 24, y1 + 12, x1 + RADIUS, y1);
        }
        continue;
      }
      context.moveTo(x1, y1);
      if (zoom < 0.12 || y2 > y1) context.lineTo(x2, y2);
      else context.quadraticCurveTo((x1 + x2) / 2 + (y2 === y1 ? 0 : 18), (y1 + y2) / 2 - (y2 === y1 ? 22 : 0), x2, y2);
      if (zoom > 0.3) tips.push(at);
    }
    context.stroke();
    if (tips.length < 4000) this.drawTips(context, colour.strong, tips);
    context.globalAlpha = 1;
  }

  private drawTips(context: CanvasRenderingContext2D, style: string, tips: number[]): void {
    const { edges } = this.graph;
    const { x, y } = this.place;
    context.fillStyle = style;
    context.beginPath();
    for (const at of tips) {
      const to = edges[at + 1]!;
      let fromX = x[edges[at]!]!;
      let fromY = y[edges[at]!]!;
      if (y[to]! <= fromY) {
        fromX = (fromX + x[to]!) / 2 + (y[to] === fromY ? 0 : 18);
        fromY = (fromY + y[to]!) / 2 - (y[to] === fromY ? 22 : 0);
      }
      const angle = Math.atan2(y[to]! - fromY, x[to]! - fromX);
      const tipX = x[to]! - Math.cos(angle) * (RADIUS + 1);
      const tipY = y[to]! - Math.sin(angle) * (RADIUS + 1);
      context.moveTo(tipX, tipY);
      context.lineTo(tipX - Math.cos(angle - 0.42) * 7, tipY - Math.sin(angle - 0.42) * 7);
      context.lineTo(tipX - Math.cos(angle + 0.42) * 7, tipY - Math.sin(angle + 0.42) * 7);
      context.closePath();
    }
    context.fill();
  }

  private drawTrace(context: CanvasRenderingContext2D, colour: Colours): void {
    const { trace } = this.marks;
    if (trace.length < 2) return;
    context.strokeStyle = colour.past;
    context.lineWidth = Math.max(3, 2.2 / this.camera.zoom);
    context.lineJoin = "round";
    context.beginPath();
    trace.forEach((node, at) => (at === 0 ? context.moveTo(this.place.x[node]!, this.place.y[node]!) : context.lineTo(this.place.x[node]!, this.place.y[node]!)));
    context.stroke();
  }

  private drawNodes(context: CanvasRenderingContext2D, colour: Colours, inside: (node: number) => boolean): void {
    const { flags, count } = this.graph;
    const { zoom } = this.camera;
    const radius = Math.max(RADIUS, 1.6 / zoom);
    const tiny = radius * zoom < 2.4;
    const styles: [number, string, string][] = [
      [0, colour.soft, colour.accent],
      [SETUP, colour.ground, colour.quiet],
      [UNEXPLORED, colour.surface, colour.strong],
      [GOAL, colour.accent, colour.accent],
      [DEADLOCKED, colour.doubt, colour.doubt],
      [VIOLATING, colour.bad, colour.bad],
    ];
    const kindOf = (flag: number) => (flag & VIOLATING ? 5 : flag & DEADLOCKED ? 4 : flag & GOAL ? 3 : flag & UNEXPLORED ? 2 : flag & SETUP ? 1 : 0);
    const byKind: number[][] = styles.map(() => []);
    for (let node = 0; node < count; node++) if (inside(node)) byKind[kindOf(flags[node]!)]!.push(node);
    styles.forEach(([, fill, stroke], kind) => {
      context.fillStyle = tiny && kind === 0 ? colour.accent : fill;
      context.strokeStyle = stroke;
      context.lineWidth = 1.4;
      context.beginPath();
      for (const node of byKind[kind]!) {
        const x = this.place.x[node]!;
        const y = this.place.y[node]!;
        if (tiny) context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
        else {
          context.moveTo(x + radius, y);
          context.arc(x, y, radius, 0, 7);
        }
      }
      context.fill();
      if (!tiny) context.stroke();
    });
    this.ring(context, colour.accent, byKind.flat().filter((node) => flags[node]! & INITIAL), radius + 3, 1.4);
    this.ring(context, colour.past, this.marks.trace, radius + 2, 2);
    this.ring(context, colour.focus, [...this.marks.found], radius + 4, 2.5);
    if (this.marks.current !== null) {
      context.fillStyle = colour.past;
      context.beginPath();
      context.arc(this.place.x[this.marks.current]!, this.place.y[this.marks.current]!, Math.max(radius, 5 / zoom), 0, 7);
      context.fill();
      this.ring(context, colour.past, [this.marks.current], Math.max(radius, 5 / zoom) + 4, 2.5);
    }
    if (this.marks.selected !== null) this.ring(context, colour.text, [this.marks.selected], Math.max(radius, 5 / zoom) + 5, 2.5);
  }

  private ring(context: CanvasRenderingContext2D, style: string, nodes: number[], radius: number, wide: number): void {
    context.strokeStyle = style;
    context.lineWidth = Math.max(wide, (wide * 0.7) / this.camera.zoom);
    context.beginPath();
    for (const node of nodes) {
      context.moveTo(this.place.x[node]! + radius, this.place.y[node]!);
      context.arc(this.place.x[node]!, this.place.y[node]!, radius, 0, 7);
    }
    context.stroke();
  }

  private drawLabels(context: CanvasRenderingContext2D, colour: Colours, inside: (node: number) => boolean): void {
    context.font = "10px system-ui, sans-serif";
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.strokeStyle = colour.surface;
    context.lineWidth = 3;
    let drawn = 0;
    const write = (text: string, x: number, y: number, style: string) => {
      context.strokeText(text, x, y);
      context.fillStyle = style;
      context.fillText(text, x, y);
    };
    if (this.camera.zoom > 1.1) {
      const { edges } = this.graph;
      context.textAlign = "center";
      for (let at = 0; at < edges.length && drawn < 300; at += 2) {
        const from = edges[at]!;
        const to = edges[at + 1]!;
        if (from === to || (!inside(from) && !inside(to))) continue;
        write(clip(this.graph.edgeText(at / 2), 22), this.place.x[from]! * 0.4 + this.place.x[to]! * 0.6, this.place.y[from]! * 0.4 + this.place.y[to]! * 0.6, colour.quiet);
        drawn++;
      }
      context.textAlign = "left";
    }
    drawn = 0;
    for (let node = 0; node < this.graph.count && drawn < 600; node++) {
      if (!inside(node)) continue;
      write(clip(this.graph.labels[node]!, 26), this.place.x[node]! + RADIUS + 4, this.place.y[node]!, colour.text);
      drawn++;
    }
  }
}

const clip = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
