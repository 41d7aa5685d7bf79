// A canvas as large as its box, in device pixels, and the colours of the theme.

export interface Surface {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
}

/** Fits the canvas to its box; what is drawn afterwards is measured in CSS pixels. */
export function prepare(canvas: HTMLCanvasElement): Surface | null {
  const context = canvas.getContext("2d");
  const { width, height } = canvas.getBoundingClientRect();
  if (!context || width < 1 || height < 1) return null;
  const ratio = window.devicePixelRatio || 1;
  const wide = Math.round(width * ratio);
  const high = Math.round(height * ratio);
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

export type Colours = Record<"text" | "quiet" | "line" | "strong" | "surface" | "ground" | "accent" | "soft" | "good" | "bad" | "doubt" | "past" | "focus", string> & { series: string[] };

export function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const get = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: get("--text"),
    quiet: get("--quiet"),
    line: get("--line"),
    strong: get("--line-strong"),
    surface: get("--surface"),
    ground: get("--ground"),
    accent: get("--accent"),
    soft: get("--accent-soft"),
    good: get("--good"),
    bad: get("--bad"),
    doubt: get("--doubt"),
    past: get("--past"),
    focus: get("--focus"),
    series: [1, 2, 3, 4, 5, 6].map((at) => get(`--chart-${at}`)),
  };
}

/** Calls `draw` when the box of the element changes, or the theme; returns how to stop. */
export function onLook(element: Element, draw: () => void): () => void {
  const boxes = new ResizeObserver(() => draw());
  boxes.observe(element);
  window.addEventListener("probity-theme", draw);
  return () => {
    boxes.disconnect();
    window.removeEventListener("probity-theme", draw);
  };
}
