// The canvas with its keys and its mouse.
import { useEffect, useRef, useState } from "preact/hooks";
import { onLook } from "../ui/canvas";
import { plural, Tool } from "../ui/parts";
import { layout, type Layout, type LayoutInput } from "./layout";
import { type Graph, GraphScene, type Marks } from "./scene";

interface GraphViewProps {
  label: string;
  graph: Graph;
  roots: number[];
  marks: Omit<Marks, "selected">;
  selected: number | null;
  onSelect: (node: number | null) => void;
  onGo: (node: number) => void;
  /** Counts up: the canvas shows the selected node. */
  reveal: number;
}

const IN_THE_PAGE = 400;

/** Distances: words want more room. */
function measures({ count, boxes }: Graph): Pick<LayoutInput, "widths" | "gap" | "rowHeight" | "layerHeight"> {
  if (boxes) {
    const tall = Math.max(...boxes.height);
    return { widths: boxes.width, gap: count < 20 ? 84 : 34, rowHeight: tall + 24, layerHeight: tall + 62 };
  }
  return count > 300 ? { gap: 26, rowHeight: 30, layerHeight: 64 } : { gap: 78, rowHeight: 30, layerHeight: 78 };
}

/** A picture that is wider than a screen gets room for the words between its layers. */
function stretch(place: Layout): void {
  const factor = Math.max(1, Math.min(1.8, place.width / 1.6 / Math.max(1, place.height)));
  place.y.forEach((y, node) => (place.y[node] = y * factor));
  place.height *= factor;
}

function layoutBeside(input: LayoutInput): Promise<Layout> {
  if (input.count <= IN_THE_PAGE) return Promise.resolve(layout(input));
  return new Promise((resolve, reject) => {
    const worker = new Worker("/layout.js");
    worker.onmessage = (event: MessageEvent<Layout>) => {
      resolve(event.data);
      worker.terminate();
    };
    worker.onerror = (event) => {
      reject(new Error(event.message || "the layout failed"));
      worker.terminate();
    };
    worker.postMessage(input);
  });
}

export function GraphView({ label, graph, roots, marks, selected, onSelect, onGo, reveal }: GraphViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<GraphScene | null>(null);
  const [said, setSaid] = useState("Laying out");
  const [over, setOver] = useState<{ node: number; x: number; y: number } | null>(null);
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);

  useEffect(() => {
    let alive = true;
    setSaid("Laying out");
    const start = performance.now();
    layoutBeside({ count: graph.count, edges: graph.edges, roots, ...measures(graph) })
      .then((place) => {
        if (!alive || !canvas.current) return;
        if (graph.boxes) stretch(place);
        scene.current = new GraphScene(canvas.current, graph, place);
        scene.current.marks = { ...marks, selected };
        scene.current.fit();
        const seconds = (performance.now() - start) / 1000;
        performance.measure("probity-layout", { start, end: performance.now() });
        (window as unknown as { probityScene?: GraphScene }).probityScene = scene.current;
        setSaid(`${plural(graph.count, "node")}, ${plural(graph.edges.length / 2, "edge")}, in ${plural(place.layers, "layer")}${seconds > 1 ? `, laid out in ${seconds.toFixed(1)} s` : ""}`);
      })
      .catch((error: Error) => alive && setSaid(error.message));
    return () => {
      alive = false;
      scene.current?.dispose();
      scene.current = null;
    };
  }, [graph]);
  useEffect(() => onLook(canvas.current!, () => scene.current?.sharp()), []);
  useEffect(() => {
    if (!scene.current) return;
    scene.current.marks = { ...marks, selected };
    scene.current.sharp();
  }, [marks, selected]);
  useEffect(() => {
    if (selected !== null && reveal > 0) scene.current?.show(selected);
  }, [reveal]);

  const neighbour = (key: string): number | null => {
    const { place } = scene.current!;
    if (selected === null) return marks.current ?? roots[0] ?? 0;
    const level = place.y[selected]!;
    const here = place.x[selected]!;
    let best: number | null = null;
    let nearest = Infinity;
    const consider = (node: number) => {
      if (node === selected) return;
      const distance = Math.abs(place.x[node]! - here);
      if (distance < nearest) {
        nearest = distance;
        best = node;
      }
    };
    if (key === "ArrowDown" || key === "ArrowUp") {
      for (let at = 0; at < graph.edges.length; at += 2) {
        if (key === "ArrowDown" && graph.edges[at] === selected) consider(graph.edges[at + 1]!);
        if (key === "ArrowUp" && graph.edges[at + 1] === selected) consider(graph.edges[at]!);
      }
    } else {
      for (let node = 0; node < graph.count; node++) {
        const right = place.x[node]! > here;
        if (place.y[node] === level && right === (key === "ArrowRight")) consider(node);
      }
    }
    return best;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = scene.current;
    if (!now || event.ctrlKey || event.altKey || event.metaKey) return;
    const shift: Record<string, [number, number]> = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (event.shiftKey && shift[event.key]) now.pan(...shift[event.key]!);
    else if (shift[event.key]) {
      const next = neighbour(event.key);
      if (next !== null) {
        onSelect(next);
        now.show(next);
      }
    } else if (event.key === "+" || event.key === "=") now.zoomAt(1.3);
    else if (event.key === "-") now.zoomAt(1 / 1.3);
    else if (event.key === "0") now.fit();
    else if (event.key === "Enter" && selected !== null) onGo(selected);
    else if (event.key === "Escape") onSelect(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="graph-view">
      <div class="graph-tools" role="toolbar" aria-label="View">
        <Tool icon="plus" label="Zoom in" keys="+" onClick={() => scene.current?.zoomAt(1.4)} />
        <Tool icon="minus" label="Zoom out" keys="−" onClick={() => scene.current?.zoomAt(1 / 1.4)} />
        <Tool icon="fit" label="Show everything" keys="0" onClick={() => scene.current?.fit()} />
      </div>
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={`${label}. Arrow keys go from state to state, Enter goes there.`}
        onKeyDown={onKeyDown}
        onWheel={(event) => {
          event.preventDefault();
          scene.current?.zoomAt(Math.exp(-event.deltaY * 0.0016), event.offsetX, event.offsetY);
        }}
        onPointerDown={(event) => {
          drag.current = { x: event.offsetX, y: event.offsetY, moved: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (drag.current) {
            const dx = event.offsetX - drag.current.x;
            const dy = event.offsetY - drag.current.y;
            if (!drag.current.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
            drag.current = { x: event.offsetX, y: event.offsetY, moved: true };
            setOver(null);
            scene.current?.pan(dx, dy);
            return;
          }
          const node = scene.current?.hit(event.offsetX, event.offsetY) ?? null;
          setOver(node === null ? null : { node, x: event.offsetX, y: event.offsetY });
        }}
        onPointerUp={(event) => {
          if (drag.current && !drag.current.moved) onSelect(scene.current?.hit(event.offsetX, event.offsetY) ?? null);
          drag.current = null;
        }}
        onPointerLeave={() => setOver(null)}
        onDblClick={(event) => {
          const node = scene.current?.hit(event.offsetX, event.offsetY) ?? null;
          if (node !== null) onGo(node);
        }}
      />
      {over && (
        <div class="tip code" style={{ left: `${over.x + 14}px`, top: `${over.y + 14}px` }}>
          {graph.labels[over.node]}
        </div>
      )}
      <p class="graph-said hint" role="status">
        {said}
      </p>
    </div>
  );
}
