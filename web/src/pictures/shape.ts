// What a node looks like: a circle, or in a small picture a box with words in it.
import type { Layout } from "./layout";

export const RADIUS = 7;
const LETTER = 6.7;
const LINE = 14;
const LONGEST = 30;
/** More nodes than these are circles. */
const FEW = 90;

export interface Boxes {
  lines: string[][];
  width: Float32Array;
  height: Float32Array;
}

export const clip = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export function boxesOf(labels: string[]): Boxes | null {
  if (labels.length > FEW) return null;
  const lines = labels.map((label) => label.split("\n").map((line) => clip(line, LONGEST)));
  return {
    lines,
    width: Float32Array.from(lines, (one) => Math.max(...one.map((line) => line.length)) * LETTER + 16),
    height: Float32Array.from(lines, (one) => one.length * LINE + 8),
  };
}

export class Shape {
  constructor(
    readonly place: Layout,
    readonly boxes: Boxes | null,
  ) {}

  /** The highest node. */
  get tall(): number {
    return this.boxes ? Math.max(0, ...this.boxes.height) : 2 * RADIUS;
  }

  /** Half of the width; circles may be drawn larger. */
  halfWidth(node: number, radius = RADIUS): number {
    return this.boxes ? this.boxes.width[node]! / 2 : radius;
  }

  /** Adds the outline, `grow` larger on all sides, to the path. */
  outline(context: CanvasRenderingContext2D, node: number, grow: number, radius = RADIUS): void {
    const x = this.place.x[node]!;
    const y = this.place.y[node]!;
    if (!this.boxes) {
      context.moveTo(x + radius + grow, y);
      context.arc(x, y, radius + grow, 0, 7);
      return;
    }
    const wide = this.boxes.width[node]! + 2 * grow;
    const high = this.boxes.height[node]! + 2 * grow;
    context.roundRect(x - wide / 2, y - high / 2, wide, high, 5 + grow);
  }

  /** Where a line from the point meets the node. */
  border(node: number, fromX: number, fromY: number): { x: number; y: number } {
    const x = this.place.x[node]!;
    const y = this.place.y[node]!;
    const dx = fromX - x;
    const dy = fromY - y;
    const far = Math.hypot(dx, dy) || 1;
    const part = this.boxes ? Math.min((this.boxes.width[node]! / 2 + 1) / (Math.abs(dx) || 1e-9), (this.boxes.height[node]! / 2 + 1) / (Math.abs(dy) || 1e-9)) : (RADIUS + 1) / far;
    return { x: x + dx * part, y: y + dy * part };
  }

  /** How far the point is from the node, 0 inside of it. */
  distance(node: number, x: number, y: number): number {
    const dx = Math.abs(this.place.x[node]! - x);
    const dy = Math.abs(this.place.y[node]! - y);
    if (!this.boxes) return Math.hypot(dx, dy);
    return Math.hypot(Math.max(0, dx - this.boxes.width[node]! / 2), Math.max(0, dy - this.boxes.height[node]! / 2));
  }

  words(context: CanvasRenderingContext2D, node: number): void {
    const lines = this.boxes?.lines[node] ?? [];
    const x = this.place.x[node]!;
    const y = this.place.y[node]! - ((lines.length - 1) * LINE) / 2;
    lines.forEach((line, at) => context.fillText(line, x, y + at * LINE));
  }
}
