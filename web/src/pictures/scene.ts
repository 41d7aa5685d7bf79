// A large graph on a canvas: what is drawn, where one looks, what was hit.
import { colours, type Colours, prepare } from "../ui/canvas";
import { Room } from "./labels";
import type { Layout } from "./layout";
import { type Boxes, clip, RADIUS, Shape } from "./shape";

export interface Graph {
  count: number;
  /** Pairs from, to. */
  edges: Int32Array;
  labels: string[];
  /** Of a small picture. */
  boxes: Boxes | null;
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

const LEAST = 0.004;
const MOST = 4;
/** What takes longer than this to draw is moved as a picture until it stands still. */
const FLUID_MS = 9;

export class GraphScene {
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  marks: Marks = { current: null, selected: null, trace: [], found: new Set() };
  /** Milliseconds of the last frames, for measuring. */
  readonly frames: number[] = [];
  private readonly shape: Shape;
  private still: { image: HTMLCanvasElement; camera: Camera } | null = null;
  private cost = 0;
  private timer = 0;
  private frame = 0;
  private grid: Map<number, number[]> | null = null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly graph: Graph,
    readonly place: Layout,
  ) {
    this.shape = new Shape(place, graph.boxes);
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  /** Shows everything. */
  fit(): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    const zoom = Math.min(width / (this.place.width + 60), height / (this.place.height + 40 + this.shape.tall), 1.6);
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
    const reach = Math.max(this.graph.boxes ? 3 : RADIUS + 3, 7 / this.camera.zoom);
    let best: number | null = null;
    let nearest = reach;
    for (const node of this.around(x, y, reach)) {
      const distance = this.shape.distance(node, x, y);
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
    if (cells > 8 || this.graph.boxes) return Array.from({ length: this.graph.count }, (_, node) => node);
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
    context.globalAlpha = Math.max(edges.length < 1000 ? 0.6 : 0.12, Math.min(0.75, zoom * 1.2)) * (edges.length > 40_000 ? 0.6 : 1);
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
          const side = x1 + this.shape.halfWidth(from);
          context.moveTo(side, y1 - 4);
          context.bezierCurveTo(side + 20, y1 - 14, side + 20, y1 + 14, side, y1 + 4);
        }
        continue;
      }
      context.moveTo(x1, y1);
      if (zoom < 0.12 || y2 > y1) context.lineTo(x2, y2);
      else {
        const bend = this.bend(from, to);
        context.quadraticCurveTo(bend.x, bend.y, x2, y2);
      }
      if (zoom > 0.3) tips.push(at);
    }
    context.stroke();
    if (tips.length < 4000) this.drawTips(context, colour.strong, tips);
    context.globalAlpha = 1;
  }

  /** Edges that do not go down are bent, so that they do not lie on those that do: this is the point that pulls them. */
  private bend(from: number, to: number): { x: number; y: number } {
    const { x, y } = this.place;
    const level = y[from] === y[to];
    const side = this.graph.boxes ? 34 : 18;
    return { x: (x[from]! + x[to]!) / 2 + (level ? 0 : side), y: (y[from]! + y[to]!) / 2 - (level ? 22 + this.shape.tall / 2 : 0) };
  }

  /** The middle of an edge, or another point of it: 0 is its beginning, 1 its end. */
  private pointOf(from: number, to: number, part: number): { x: number; y: number } {
    const { x, y } = this.place;
    const middle = y[to]! > y[from]! ? { x: (x[from]! + x[to]!) / 2, y: (y[from]! + y[to]!) / 2 } : this.bend(from, to);
    const mix = (one: number, two: number, three: number) => (1 - part) ** 2 * one + 2 * part * (1 - part) * two + part ** 2 * three;
    return { x: mix(x[from]!, middle.x, x[to]!), y: mix(y[from]!, middle.y, y[to]!) };
  }

  private drawTips(context: CanvasRenderingContext2D, style: string, tips: number[]): void {
    const { edges } = this.graph;
    const { x, y } = this.place;
    context.fillStyle = style;
    context.beginPath();
    for (const at of tips) {
      const to = edges[at + 1]!;
      const from = edges[at]!;
      const near = y[to]! > y[from]! ? { x: x[from]!, y: y[from]! } : this.bend(from, to);
      const { x: tipX, y: tipY } = this.shape.border(to, near.x, near.y);
      const angle = Math.atan2(y[to]! - near.y, x[to]! - near.x);
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
    const tiny = radius * zoom < 2.4 && !this.graph.boxes;
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
        else this.shape.outline(context, node, 0, radius);
      }
      context.fill();
      if (!tiny) context.stroke();
    });
    const visible = Math.max(radius, 5 / zoom);
    this.ring(context, colour.accent, byKind.flat().filter((node) => flags[node]! & INITIAL), 3, 1.4, radius);
    this.ring(context, colour.past, this.marks.trace, 2, 2, radius);
    this.ring(context, colour.focus, [...this.marks.found], 4, 2.5, radius);
    if (this.marks.current !== null) {
      context.fillStyle = colour.past;
      context.beginPath();
      this.shape.outline(context, this.marks.current, 0, visible);
      context.fill();
      this.ring(context, colour.past, [this.marks.current], 4, 2.5, visible);
    }
    if (this.marks.selected !== null) this.ring(context, colour.text, [this.marks.selected], 5, 2.5, visible);
    if (this.graph.boxes && zoom > 0.3) this.drawWords(context, colour, byKind);
  }

  private drawWords(context: CanvasRenderingContext2D, colour: Colours, byKind: number[][]): void {
    context.font = "11px ui-monospace, 'DejaVu Sans Mono', monospace";
    context.textAlign = "center";
    context.textBaseline = "middle";
    byKind.forEach((nodes, kind) => {
      for (const node of nodes) {
        context.fillStyle = node === this.marks.current || kind >= 3 ? colour.surface : colour.text;
        this.shape.words(context, node);
      }
    });
  }

  private ring(context: CanvasRenderingContext2D, style: string, nodes: number[], grow: number, wide: number, radius: number): void {
    context.strokeStyle = style;
    context.lineWidth = Math.max(wide, (wide * 0.7) / this.camera.zoom);
    context.beginPath();
    for (const node of nodes) this.shape.outline(context, node, grow, radius);
    context.stroke();
  }

  /** Words beside nodes and on edges, as far as there is room: first where somebody looks. */
  private drawLabels(context: CanvasRenderingContext2D, colour: Colours, inside: (node: number) => boolean): void {
    context.font = "10px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.strokeStyle = colour.surface;
    context.lineWidth = 3;
    const room = new Room();
    const here = (node: number) => node === this.marks.selected || node === this.marks.current;
    const visible: number[] = [];
    for (let node = 0; node < this.graph.count && visible.length < 3000; node++) {
      if (!inside(node)) continue;
      visible.push(node);
      room.take(this.place.x[node]!, this.place.y[node]!, 2 * this.shape.halfWidth(node), this.graph.boxes?.height[node] ?? 2 * RADIUS, true);
    }
    const write = (text: string, x: number, y: number, style: string, force: boolean): boolean => {
      const wide = context.measureText(text).width;
      if (!room.take(x, y, wide + 4, 12, force)) return false;
      context.textAlign = "center";
      context.strokeText(text, x, y);
      context.fillStyle = style;
      context.fillText(text, x, y);
      return true;
    };
    if (!this.graph.boxes) {
      visible.sort((a, b) => Number(here(b)) - Number(here(a)) || Number(this.marks.found.has(b)) - Number(this.marks.found.has(a)));
      for (const node of visible.slice(0, 600)) {
        const text = clip(this.graph.labels[node]!.replaceAll("\n", " "), 26);
        write(text, this.place.x[node]! + RADIUS + 5 + context.measureText(text).width / 2, this.place.y[node]!, colour.text, here(node));
      }
    }
    if (this.camera.zoom > (this.graph.boxes ? 0.45 : 1.1)) this.drawEdgeLabels(colour, here, inside, write);
  }

  private drawEdgeLabels(colour: Colours, here: (node: number) => boolean, inside: (node: number) => boolean, write: (text: string, x: number, y: number, style: string, force: boolean) => boolean): void {
    const { edges } = this.graph;
    const shown: number[] = [];
    for (let at = 0; at < edges.length && shown.length < 2000; at += 2) if (inside(edges[at]!) || inside(edges[at + 1]!)) shown.push(at);
    const near = (at: number) => Number(here(edges[at]!)) * 2 + Number(here(edges[at + 1]!));
    shown.sort((a, b) => near(b) - near(a));
    for (const at of shown.slice(0, 600)) {
      const from = edges[at]!;
      const to = edges[at + 1]!;
      const text = clip(this.graph.edgeText(at / 2).replaceAll("\n", ", "), 22);
      if (from === to) {
        write(text, this.place.x[from]! + this.shape.halfWidth(from) + 20 + text.length * 2.6, this.place.y[from]!, colour.quiet, false);
        continue;
      }
      for (const part of [0.5, 0.38, 0.62, 0.28, 0.72]) {
        const point = this.pointOf(from, to, part);
        if (write(text, point.x, point.y, near(at) > 0 ? colour.text : colour.quiet, false)) break;
      }
    }
  }
}
