// What the interface of docs/serve.md answers.

export interface Place {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

export interface Note extends Partial<Place> {
  message: string;
}

export interface Diagnostic extends Place {
  severity: "error" | "warning" | "note";
  code: string | null;
  message: string;
  hint?: string | null;
  notes?: Note[];
}

export interface Parameter {
  name: string;
  type: string;
}

export interface Operation {
  name: string;
  parameters: Parameter[];
  results: Parameter[];
  hidden: boolean;
  place: Place | null;
}

export interface NamedThing {
  name: string;
  type: string;
  place: Place | null;
}

export interface SetInfo {
  name: string;
  elements: string[] | null;
  size: number | null;
  deferred: boolean;
  place: Place | null;
}

export interface PredicateInfo {
  kind: "invariant" | "assertion" | "goal";
  label: string | null;
  text: string;
  place: Place | null;
}

export interface Model {
  file: string;
  name: string;
  language: "B" | "Event-B" | "CSP" | "AUT";
  kind: string;
  words: { operation: string; operations: string; properties: string };
  operations: Operation[];
  sets: SetInfo[];
  constants: NamedThing[];
  variables: NamedThing[];
  predicates: PredicateInfo[];
  settings: Settings;
  sources: string[];
}

export interface Settings {
  pref?: Record<string, number>;
  card?: Record<string, number>;
  let?: Record<string, string>;
  alone?: boolean;
  "strict-wd"?: boolean;
  process?: string;
  guide?: string;
  visb?: string;
}

export interface Value {
  name: string;
  text: string;
  type: string;
  changed: boolean;
  change: string | null;
  kind: string;
  size: number | null;
  folded: boolean;
}

export interface Change {
  name: string;
  text: string;
}

export interface Transition {
  index: number;
  operation: number | null;
  name: string;
  text: string;
  arguments: string[];
  results: string[];
  changes: Change[];
}

export interface Step {
  operation: number | null;
  name: string;
  text: string;
  changes: Change[];
}

export interface History {
  at: number;
  length: number;
  from: number;
  items: Step[];
}

export type Truth = "TRUE" | "FALSE" | "UNKNOWN" | "FAULT";

export interface View {
  turn: number;
  initialised: boolean;
  steps: number;
  history: History;
  constants: Value[];
  variables: Value[];
  enabled: { count: number; complete: boolean; items: Transition[] };
  operations: { enabled: number; trouble: boolean }[];
  start: { enabled: number };
  predicates: { truth: Truth; good: boolean; reason: string | null }[];
  watches: { id: number; expression: string; value: Value | null; error: string | null }[];
  stuck: { kind: string; message: string } | null;
  outside: boolean;
  troubles: { operation: number | null; kind: string; call: string | null; message: string; place: Place | null }[];
  describe: string[];
  message: string | null;
}

export interface Why {
  kind: "truth" | "value" | "note";
  formula: string | null;
  truth: string | null;
  text: string | null;
  parts: Why[];
}

export interface FileInfo {
  path: string;
  kind: "b" | "eventb" | "csp" | "aut" | "trace" | "definitions" | "other";
  size: number;
  modified: number;
}

export interface TablePart {
  columns: { name: string; type: string }[];
  rows: string[][];
  total: number;
  from: number;
}

export interface ValueGraph {
  nodes: { text: string }[];
  edges: { from: number; to: number; label?: string | null }[];
  total: number;
  partial: boolean;
}

export interface Replay {
  steps: number;
  done: number;
  complete: boolean;
  mismatch: string | null;
  unsure: boolean;
  unread: string[];
}

export interface Chart {
  from: number;
  steps: string[];
  series: { id: number; expression: string; values: (string | null)[]; numbers: (number | null)[] }[];
}

export interface GraphState {
  text: string;
  brief?: string;
  initial?: boolean;
  setup?: boolean;
  violating?: boolean;
  deadlocked?: boolean;
  goal?: boolean;
  unexplored?: boolean;
  parent: number | null;
  step: number | null;
}

export interface GraphEdge {
  from: number | null;
  to: number;
  text: string;
  names?: string[];
}

export interface StateGraph {
  states: GraphState[];
  edges: GraphEdge[];
  complete: boolean;
}

export interface ServerEvent {
  event: "hello" | "tick" | "progress" | "job" | "files" | "desk" | "lost";
  job?: string;
  desk?: string;
  state?: string;
  verdict?: string | null;
  message?: string;
  files?: string[];
  desks?: string[];
  seconds?: number;
  states?: number;
  explored?: number;
  transitions?: number;
  rate?: number;
  bytes?: number;
  done?: number;
  all?: number;
}

export interface JobResult {
  job: string;
  command: string;
  state: string;
  verdict: string | null;
  code: number | null;
  // A report is what `--format json` prints; its shape depends on the command.
  // eslint-disable-next-line
  report: any;
  messages: string[];
}
