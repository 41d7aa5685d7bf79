// A small graph with words in its nodes: values, machines, operations.
import { useMemo } from "preact/hooks";
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

/** From the border of one box to that of another; edges that go up or sideways bend, so that they stay visible. */
function pathOf(fromX: number, fromY: number, toX: number, toY: number, wide: number): string {
  if (fromX === toX && fromY === toY) {
    const right = fromX + wide / 2;
    return `M${right},${fromY - 5} C${right + 26},${fromY - 22} ${right + 26},${fromY + 22} ${right + 2},${fromY + 6}`;
  }
  if (toY > fromY) {
    const y1 = fromY + HEIGHT / 2;
    const y2 = toY - HEIGHT / 2 - 3;
    const bend = (y2 - y1) / 2;
    return `M${fromX},${y1} C${fromX},${y1 + bend} ${toX},${y2 - bend} ${toX},${y2}`;
  }
  const y1 = fromY - HEIGHT / 2;
  const y2 = toY < fromY ? toY + HEIGHT / 2 + 3 : toY - HEIGHT / 2 - 3;
  const side = toY < fromY ? (fromX - toX) * 0.1 + 24 : 0;
  const lift = toY < fromY ? (y1 - y2) / 2 : 30;
  return `M${fromX + 8},${y1} C${fromX + 8 + side},${y1 - lift} ${toX + 8 + side},${toY < fromY ? y2 + lift : y2 - lift} ${toX + 8},${y2}`;
}

export function GraphPicture({ label, nodes, edges, onPick }: GraphPictureProps) {
  const placed = useMemo(() => {
    const widths = Float32Array.from(nodes, (node) => short(node.text).length * LETTER + 18);
    return {
      widths,
      ...layout({ count: nodes.length, edges: Int32Array.from(edges.flatMap((edge) => [edge.from, edge.to])), roots: [], widths, gap: 22, rowHeight: 44, layerHeight: 62 }),
    };
  }, [nodes, edges]);
  const margin = 34;
  const wide = placed.width + 2 * margin;
  const high = placed.height + 2 * margin;
  const text = nodes.length > 40 ? "" : `: ${edges.map((edge) => `${nodes[edge.from]!.text} to ${nodes[edge.to]!.text}`).join(", ")}`;
  return (
    <div class="scroll">
      <svg class="graph" role="img" aria-label={`${label}${text}`} viewBox={`${-margin} ${-margin} ${wide} ${high}`} width={Math.min(wide, 1400)} height={Math.min(wide, 1400) * (high / wide)}>
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">
            <path d="M0,0 L8,4 L0,8 Z" />
          </marker>
        </defs>
        {edges.map((edge, at) => {
          const x1 = placed.x[edge.from]!;
          const y1 = placed.y[edge.from]!;
          const x2 = placed.x[edge.to]!;
          const y2 = placed.y[edge.to]!;
          return (
            <g key={at} class="edge">
              <path d={pathOf(x1, y1, x2, y2, placed.widths[edge.from]!)} marker-end="url(#tip)">
                <title>{edge.label ?? `${nodes[edge.from]!.text} → ${nodes[edge.to]!.text}`}</title>
              </path>
              {edge.label && edges.length <= 60 && (
                <text x={edge.from === edge.to ? x1 + placed.widths[edge.from]! / 2 + 24 : (x1 + x2) / 2} y={(y1 + y2) / 2 + 4}>
                  {short(edge.label)}
                </text>
              )}
            </g>
          );
        })}
        {nodes.map((node, at) => (
          <g key={at} class={`node ${node.kind ?? ""} ${onPick ? "pick" : ""}`} transform={`translate(${placed.x[at]},${placed.y[at]})`} onClick={onPick && (() => onPick(at))}>
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
