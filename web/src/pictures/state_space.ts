// The report of `graph`, made ready for drawing: as it is, or as a quotient.
import type { StateGraph, Step, View } from "../api/types";
import { boxesOf } from "./shape";
import { DEADLOCKED, GOAL, INITIAL, SETUP, UNEXPLORED, VIOLATING, type Graph } from "./scene";

export interface Picture {
  graph: Graph;
  roots: number[];
  /** The node of each state. */
  nodeOf: Int32Array;
  /** The states of each node. */
  states: number[][];
}

const flagsOf = (state: StateGraph["states"][number]) =>
  (state.initial ? INITIAL : 0) | (state.violating ? VIOLATING : 0) | (state.deadlocked ? DEADLOCKED : 0) | (state.goal ? GOAL : 0) | (state.unexplored ? UNEXPLORED : 0) | (state.setup ? SETUP : 0);

/** Nodes are classes of states: those with the same key; without keys each state for itself. */
export function pictureOf(space: StateGraph, keys: string[] | null): Picture {
  const nodeOf = new Int32Array(space.states.length);
  const states: number[][] = [];
  const byKey = new Map<string, number>();
  space.states.forEach((_, state) => {
    const key = keys ? keys[state]! : String(state);
    let node = byKey.get(key);
    if (node === undefined) {
      node = states.length;
      byKey.set(key, node);
      states.push([]);
    }
    nodeOf[state] = node;
    states[node]!.push(state);
  });
  const seen = new Map<number, number>();
  const pairs: number[] = [];
  const texts: string[][] = [];
  const roots = new Set<number>();
  for (const edge of space.edges) {
    const to = nodeOf[edge.to]!;
    if (edge.from === null) {
      roots.add(to);
      continue;
    }
    const from = nodeOf[edge.from]!;
    const key = from * states.length + to;
    const text = keys ? (edge.names?.[0] ?? edge.text) : edge.text;
    const at = seen.get(key);
    if (at === undefined) {
      seen.set(key, texts.length);
      pairs.push(from, to);
      texts.push([text]);
    } else if (texts[at]!.length < 12 && !texts[at]!.includes(text)) texts[at]!.push(text);
  }
  const flags = new Uint8Array(states.length);
  states.forEach((members, node) => members.forEach((state) => (flags[node]! |= flagsOf(space.states[state]!))));
  const labels = states.map((members, node) => {
    const first = space.states[members[0]!]!;
    if (!keys) return first.brief || first.text;
    const key = keys[members[0]!]!;
    return `${key}${states[node]!.length > 1 ? `\n(${states[node]!.length} states)` : ""}`;
  });
  const graph = { count: states.length, edges: Int32Array.from(pairs), labels, boxes: boxesOf(labels), flags, edgeText: (edge: number) => texts[edge]!.join(", ") };
  return { graph, roots: roots.size > 0 ? [...roots] : states.length > 0 ? [0] : [], nodeOf, states };
}

/** For each state the operations that are enabled in it. */
export function enabledKeys(space: StateGraph): string[] {
  const sets = space.states.map(() => new Set<string>());
  for (const edge of space.edges) if (edge.from !== null) for (const name of edge.names ?? [edge.text]) sets[edge.from]!.add(name);
  return sets.map((set, state) => (space.states[state]!.unexplored ? "not explored" : set.size === 0 ? "nothing" : [...set].sort().join(", ")));
}

const plain = (text: string) => text.replace(/\s+/g, "");

/** The states of the path, found by the texts of its steps; empty if the picture does not have them. */
export function traceStates(space: StateGraph, steps: Step[], view: View): number[] {
  const out = new Map<number | null, { to: number; text: string }[]>();
  for (const edge of space.edges) {
    const list = out.get(edge.from);
    const one = { to: edge.to, text: plain(edge.text) };
    if (list) list.push(one);
    else out.set(edge.from, [one]);
  }
  let reached: Map<number | null, number[]> = new Map([[null, []]]);
  for (const step of steps) {
    const next = new Map<number | null, number[]>();
    const wanted = plain(step.text);
    for (const [from, path] of reached) {
      for (const edge of out.get(from) ?? []) {
        const fits = edge.text === wanted || edge.text.split(",").includes(wanted) || edge.text.startsWith(wanted) || wanted.startsWith(edge.text);
        if (fits && !next.has(edge.to)) next.set(edge.to, [...path, edge.to]);
      }
    }
    if (next.size === 0) return [];
    reached = next;
  }
  const values = [...view.constants, ...view.variables].map((value) => plain(`${value.name}=${value.text}`));
  let best: number[] = [];
  let most = -1;
  for (const [state, path] of reached) {
    if (state === null) continue;
    const text = plain(space.states[state]!.text);
    const score = values.filter((value) => text.includes(value)).length;
    if (score > most) {
      most = score;
      best = path;
    }
  }
  return best;
}

/** The steps from the beginning to a state: indices of edges. */
export function wayTo(space: StateGraph, state: number): number[] {
  const way: number[] = [];
  for (let at: number | null = state; at !== null && way.length <= space.states.length; ) {
    const here: StateGraph["states"][number] = space.states[at]!;
    if (here.step === null || here.step === undefined) break;
    way.unshift(here.step);
    at = here.parent;
  }
  return way;
}
