// A small graph with words in its nodes: values, machines, operations.
import { useMemo } from "preact/hooks";
import { Room } from "../pictures/labels";
import { layout } from "../pictures/layout";

interface GraphPictureProps {
  label: string;
  nodes: { text: string; kind?: string }[];
  edges: { from: number; to: number; label?: string | null }[];
  onPick?: (node: number) => void;
}

const LETTER = 7.3;
const HEIGHT = 24;
const LONGEST = 34;

const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  wide: number;
}

/** Where the line from the middle of the box to the point crosses its border. */
function border(box: Box, to: Point, room: number): Point {
  const dx = to.x - box.x;
  const dy = to.y - box.y;
  const part = Math.min((box.wide / 2 + room) / (Math.abs(dx) || 1e-9), (HEIGHT / 2 + room) / (Math.abs(dy) || 1e-9));
  return { x: box.x + dx * Math.min(1, part), y: box.y + dy * Math.min(1, part) };
}

/** An edge as a path, and where a word may stand on it.  Edges bend to their left, so that those back do not lie on those there. */
function edgeOf(from: Box, to: Box, bent: boolean): { path: string; words: Point[] } {
  if (from.x === to.x && from.y === to.y) {
    const side = from.x + from.wide / 2;
    return { path: `M${side},${from.y - 6} C${side + 28},${from.y - 20} ${side + 28},${from.y + 20} ${side + 4},${from.y + 7}`, words: [{ x: side + 26, y: from.y }] };
  }
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const lift = bent ? Math.min(90, 10 + far * 0.13) : 0;
  const middle = { x: (from.x + to.x) / 2 + ((to.y - from.y) / far) * lift * 2, y: (from.y + to.y) / 2 - ((to.x - from.x) / far) * lift * 2 };
  const start = border(from, middle, 0);
  const end = border(to, middle, 4);
  const on = (part: number): Point => ({
    x: (1 - part) ** 2 * start.x + 2 * part * (1 - part) * middle.x + part ** 2 * end.x,
    y: (1 - part) ** 2 * start.y + 2 * part * (1 - part) * middle.y + part ** 2 * end.y,
  });
  return { path: `M${start.x},${start.y} Q${middle.x},${middle.y} ${end.x},${end.y}`, words: [0.5, 0.4, 0.6, 0.3, 0.7, 0.22].map(on) };
}

/** Boxes, edges, and the words on edges that have room. */
function place(nodes: GraphPictureProps["nodes"], edges: GraphPictureProps["edges"]) {
  const widths = Float32Array.from(nodes, (node) => short(node.text).length * LETTER + 18);
  const worded = edges.some((edge) => edge.label);
  const measures = worded ? { gap: 76, rowHeight: 70, layerHeight: 104 } : { gap: 30, rowHeight: 46, layerHeight: 72 };
  const found = layout({ count: nodes.length, edges: Int32Array.from(edges.flatMap((edge) => [edge.from, edge.to])), roots: [], widths, ...measures });
  const box = (node: number): Box => ({ x: found.x[node]!, y: found.y[node]!, wide: widths[node]! });
  const pairs = new Set(edges.map((edge) => `${edge.from},${edge.to}`));
  // An edge in a row, or past a row, would run behind other boxes.
  const long = (edge: { from: number; to: number }) => Math.abs(found.y[edge.from]! - found.y[edge.to]!) !== measures.layerHeight;
  const drawn = edges.map((edge) => edgeOf(box(edge.from), box(edge.to), long(edge) || pairs.has(`${edge.to},${edge.from}`)));
  const room = new Room();
  nodes.forEach((_, node) => room.take(found.x[node]!, found.y[node]!, widths[node]!, HEIGHT, true));
  const words = edges.map((edge, at) => {
    if (!edge.label) return null;
    const wide = short(edge.label).length * 6.7;
    const loop = edge.from === edge.to;
    const points = loop ? drawn[at]!.words.map((point) => ({ x: point.x + wide / 2, y: point.y })) : drawn[at]!.words;
    return points.find((point) => room.take(point.x, point.y, wide, 13)) ?? null;
  });
  const half = (at: number) => (short(edges[at]!.label!).length * 6.7) / 2;
  const left = Math.min(0, ...words.map((word, at) => (word ? word.x - half(at) : 0)));
  const right = Math.max(found.width, ...words.map((word, at) => (word ? word.x + half(at) : 0)));
  return { ...found, left, width: right - left, widths, paths: drawn.map((one) => one.path), words };
}

const asButton = (name: string, press: () => void) => ({
  role: "button" as const,
  tabindex: 0,
  "aria-label": name,
  onClick: press,
  onKeyDown: (event: KeyboardEvent) => (event.key === "Enter" || event.key === " ") && press(),
});

export function GraphPicture({ label, nodes, edges, onPick }: GraphPictureProps) {
  const placed = useMemo(() => place(nodes, edges), [nodes, edges]);
  const margin = 50;
  const wide = placed.width + 2 * margin;
  const high = placed.height + 2 * margin;
  const text = nodes.length > 40 ? "" : `: ${edges.map((edge) => `${nodes[edge.from]!.text} to ${nodes[edge.to]!.text}`).join(", ")}`;
  return (
    <div class="scroll">
      <svg class="graph" role={onPick ? "group" : "img"} aria-label={`${label}${text}`} viewBox={`${placed.left - margin} ${-margin} ${wide} ${high}`} width={Math.min(wide, 1400)} height={Math.min(wide, 1400) * (high / wide)}>
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">
            <path d="M0,0 L8,4 L0,8 Z" />
          </marker>
        </defs>
        {edges.map((edge, at) => {
          const word = placed.words[at];
          return (
            <g key={at} class="edge">
              <path d={placed.paths[at]} marker-end="url(#tip)">
                <title>{`${nodes[edge.from]!.text} → ${nodes[edge.to]!.text}${edge.label ? `: ${edge.label}` : ""}`}</title>
              </path>
              {word && (
                <text x={word.x} y={word.y + 4}>
                  {short(edge.label!)}
                </text>
              )}
            </g>
          );
        })}
        {nodes.map((node, at) => (
          <g key={at} class={`node ${node.kind ?? ""} ${onPick ? "pick" : ""}`} transform={`translate(${placed.x[at]},${placed.y[at]})`} {...(onPick ? asButton(node.text, () => onPick(at)) : {})}>
            <rect x={-placed.widths[at]! / 2} y={-HEIGHT / 2} width={placed.widths[at]} height={HEIGHT} rx="4">
              <title>{node.text}</title>
            </rect>
            <text y="4">{short(node.text)}</text>
          </g>
        ))}
      </svg>
    </div>
  );
}
