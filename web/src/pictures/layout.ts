// Where the nodes of a graph stand: in layers by their distance from the roots, few crossings, near their neighbours.
// A layer that is too wide for a picture becomes several rows.  Everything is linear in the size of the graph but for
// sorting, so that tens of thousands of nodes take a second or two.

export interface LayoutInput {
  count: number;
  /** Pairs from, to. */
  edges: Int32Array;
  roots: number[];
  /** Room for each node; the same for all if there is none. */
  widths?: Float32Array;
  gap: number;
  rowHeight: number;
  layerHeight: number;
}

export interface Layout {
  x: Float32Array;
  y: Float32Array;
  width: number;
  height: number;
  layers: number;
}

interface Neighbours {
  start: Int32Array;
  list: Int32Array;
}

/** For each node the nodes at the other ends of its edges, loops left out. */
function neighboursOf({ count, edges }: LayoutInput, side: 0 | 1): Neighbours {
  const start = new Int32Array(count + 1);
  for (let at = 0; at < edges.length; at += 2) if (edges[at] !== edges[at + 1]) start[edges[at + side]! + 1]!++;
  for (let node = 0; node < count; node++) start[node + 1]! += start[node]!;
  const fill = start.slice(0, count);
  const list = new Int32Array(start[count]!);
  for (let at = 0; at < edges.length; at += 2) {
    if (edges[at] === edges[at + 1]) continue;
    list[fill[edges[at + side]!]!++] = edges[at + 1 - side]!;
  }
  return { start, list };
}

/** The distance of each node from the roots; who is not reached begins a component of its own. */
function layersOf(input: LayoutInput, out: Neighbours, into: Neighbours): Int32Array {
  const layer = new Int32Array(input.count).fill(-1);
  const queue = new Int32Array(input.count);
  let head = 0;
  let tail = 0;
  const visit = (node: number, depth: number) => {
    if (layer[node] !== -1) return;
    layer[node] = depth;
    queue[tail++] = node;
  };
  const spread = () => {
    for (; head < tail; head++) {
      const node = queue[head]!;
      for (let at = out.start[node]!; at < out.start[node + 1]!; at++) visit(out.list[at]!, layer[node]! + 1);
    }
  };
  for (const root of input.roots) visit(root, 0);
  spread();
  for (let node = 0; node < input.count; node++) if (layer[node] === -1 && into.start[node] === into.start[node + 1]) visit(node, 0);
  spread();
  for (let node = 0; node < input.count; node++) {
    visit(node, 0);
    spread();
  }
  return layer;
}

/** The x nearest to what is wished, in the given order, with the given distances: pools of neighbours that push one another. */
function settle(row: Int32Array, wish: Float32Array, width: (node: number) => number, gap: number, x: Float32Array): void {
  const offset = new Float64Array(row.length);
  for (let at = 1; at < row.length; at++) offset[at] = offset[at - 1]! + (width(row[at - 1]!) + width(row[at]!)) / 2 + gap;
  const sum: number[] = [];
  const size: number[] = [];
  for (let at = 0; at < row.length; at++) {
    sum.push(wish[row[at]!]! - offset[at]!);
    size.push(1);
    while (size.length > 1 && sum[sum.length - 2]! / size[size.length - 2]! > sum[sum.length - 1]! / size[size.length - 1]!) {
      sum[sum.length - 2]! += sum.pop()!;
      size[size.length - 2]! += size.pop()!;
    }
  }
  let at = 0;
  for (let pool = 0; pool < size.length; pool++) {
    const base = sum[pool]! / size[pool]!;
    for (let end = at + size[pool]!; at < end; at++) x[row[at]!] = base + offset[at]!;
  }
}

/** How many nodes a row has so that the picture is about as wide as a screen. */
function rowLength(sizes: number[], step: number, input: LayoutInput): number {
  const widest = Math.max(...sizes);
  for (let most = 40; most < widest; most = Math.ceil(most * 1.2)) {
    let height = 0;
    for (const size of sizes) height += (Math.ceil(size / most) - 1) * input.rowHeight + input.layerHeight;
    if (most * step >= 1.7 * height) return most;
  }
  return widest;
}

export function layout(input: LayoutInput): Layout {
  const { count, gap } = input;
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  if (count === 0) return { x, y, width: 0, height: 0, layers: 0 };
  const out = neighboursOf(input, 0);
  const into = neighboursOf(input, 1);
  const layer = layersOf(input, out, into);
  const layers: number[][] = [];
  for (let node = 0; node < count; node++) (layers[layer[node]!] ??= []).push(node);
  const width = (node: number) => input.widths?.[node] ?? 0;
  let step = gap;
  if (input.widths) for (let node = 0; node < count; node++) step = Math.max(step, gap + input.widths[node]! * 0.6);
  const most = rowLength(layers.map((one) => one.length), step, input);

  const mean = (node: number, all: boolean): number => {
    let sum = 0;
    let weight = 0;
    const add = (side: Neighbours) => {
      for (let at = side.start[node]!; at < side.start[node + 1]!; at++) {
        const other = side.list[at]!;
        const far = Math.abs(layer[other]! - layer[node]!);
        if (far === 0 && !all) continue;
        const pull = 1 / (1 + far);
        sum += x[other]! * pull;
        weight += pull;
      }
    };
    add(into);
    add(out);
    return weight > 0 ? sum / weight : x[node]!;
  };

  // Rows of one layer take its nodes in turn, so that each stays near the place that it has in the order.
  let top = 0;
  const rowsOf: Int32Array[][] = [];
  const split = (nodes: number[]) => {
    const rows = Math.ceil(nodes.length / most);
    return Array.from({ length: rows }, (_, row) => Int32Array.from(nodes.filter((_, at) => at % rows === row)));
  };
  layers.forEach((nodes, depth) => {
    rowsOf[depth] = split(nodes);
    const rows = rowsOf[depth]!.length;
    nodes.forEach((node, at) => (y[node] = top + (at % rows) * input.rowHeight));
    top += (rows - 1) * input.rowHeight + input.layerHeight;
    nodes.forEach((node, at) => (x[node] = (at - nodes.length / 2) * (step / rows)));
  });

  const wish = new Float32Array(count);
  const rounds = count <= 5000 ? 24 : 10;
  for (let round = 0; round < rounds; round++) {
    const down = round % 2 === 0;
    const ordering = round < rounds - 6;
    for (let at = 0; at < layers.length; at++) {
      const depth = down ? at : layers.length - 1 - at;
      const nodes = layers[depth]!;
      for (const node of nodes) wish[node] = mean(node, false);
      if (ordering) {
        nodes.sort((a, b) => wish[a]! - wish[b]! || a - b);
        rowsOf[depth] = split(nodes);
        const rows = rowsOf[depth]!.length;
        const base = y[nodes[0]!]!;
        if (rows > 1) {
          let lowest = Infinity;
          for (const node of nodes) lowest = Math.min(lowest, y[node]!);
          nodes.forEach((node, place) => (y[node] = lowest + (place % rows) * input.rowHeight));
        } else for (const node of nodes) y[node] = base;
      }
      for (const row of rowsOf[depth]!) settle(row, wish, width, gap, x);
    }
  }
  let low = Infinity;
  let high = -Infinity;
  for (let node = 0; node < count; node++) {
    low = Math.min(low, x[node]! - width(node) / 2);
    high = Math.max(high, x[node]! + width(node) / 2);
  }
  for (let node = 0; node < count; node++) x[node]! -= low;
  return { x, y, width: high - low, height: top - input.layerHeight, layers: layers.length };
}
