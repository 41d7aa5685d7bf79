// The options of the commands, as fields of a form.  docs/cli.md explains them.

export type OptionKind = "flag" | "off" | "text" | "lines" | "number" | "choice" | "formula";

export interface Option {
  /** Its name on the command line. */
  name: string;
  label: string;
  kind: OptionKind;
  choices?: string[];
  hint?: string;
  on?: boolean;
  /** Only for these languages. */
  only?: ("B" | "Event-B" | "CSP" | "AUT")[];
}

export interface OptionGroup {
  title: string;
  options: Option[];
  folded?: boolean;
}

const LIMITS: Option[] = [
  { name: "time-limit", label: "Seconds", kind: "number", hint: "no limit" },
  { name: "memory-limit", label: "Memory", kind: "text", hint: "e.g. 2G" },
  { name: "jobs", label: "Threads", kind: "number", hint: "all cores" },
];

const SIZES: Option[] = [
  { name: "card", label: "Sizes of sets", kind: "lines", hint: "one a line: PROC=4", only: ["B", "Event-B"] },
  { name: "let", label: "Constants", kind: "lines", hint: "one a line: top=3", only: ["B", "Event-B"] },
  { name: "pref", label: "Preferences", kind: "lines", hint: "one a line: MAXINT=7", only: ["B", "Event-B"] },
];

const CHECK: OptionGroup[] = [
  {
    title: "Look for",
    options: [
      // "off": the option takes away what is checked otherwise.
      { name: "no-invariant", label: "Violations of the invariant", kind: "off", on: true, only: ["B", "Event-B"] },
      { name: "no-deadlock", label: "Deadlocks", kind: "off", on: true, only: ["B", "Event-B"] },
      { name: "no-assertions", label: "Violations of assertions", kind: "off", on: true, only: ["B", "Event-B"] },
      { name: "no-wd", label: "What is not well-defined", kind: "off", on: true, only: ["B", "Event-B"] },
      { name: "no-goal", label: "States with the definition GOAL", kind: "off", on: true, only: ["B", "Event-B"] },
      { name: "keep-going", label: "Everything, not only the first", kind: "flag", only: ["B", "Event-B"] },
      { name: "goal", label: "States where this holds", kind: "formula", hint: "predicate", only: ["B", "Event-B"] },
      { name: "invariant", label: "States where this does not hold", kind: "formula", hint: "predicate", only: ["B", "Event-B"] },
      { name: "assert", label: "Only this assertion", kind: "text", hint: "its number", only: ["CSP"] },
      { name: "process", label: "Process", kind: "text", hint: "all assertions", only: ["CSP"] },
    ],
  },
  {
    title: "Temporal logic",
    options: [
      { name: "ltl", label: "LTL: every path satisfies", kind: "formula", hint: "G ({p} => F {q})" },
      { name: "ctl", label: "CTL: every initial state satisfies", kind: "formula", hint: "AG EF {p}" },
      { name: "temporal", label: "Formulas that the model states", kind: "flag", only: ["B", "Event-B"] },
      { name: "fair", label: "Fairness", kind: "text", hint: "weak, strong, WF(a) & SF(b)" },
    ],
  },
  {
    title: "How to search",
    folded: true,
    options: [
      { name: "", label: "Order", kind: "choice", choices: ["breadth-first", "depth-first", "mixed", "random"], only: ["B", "Event-B"] },
      { name: "max-states", label: "At most states", kind: "number", hint: "no limit" },
      { name: "cache", label: "Cache effects of operations", kind: "choice", choices: ["auto", "always", "never"], only: ["B", "Event-B"] },
      { name: "coverage", label: "Coverage of operations and values", kind: "flag", on: true, only: ["B", "Event-B"] },
      { name: "proved", label: "First prove what operations preserve", kind: "flag", only: ["B", "Event-B"] },
      { name: "explain", label: "Explain why there are no constants", kind: "flag", only: ["B", "Event-B"] },
      { name: "alone", label: "Without the machines that it refines", kind: "flag", only: ["B"] },
      { name: "strict-wd", label: "Strict about well-definedness", kind: "flag", only: ["B", "Event-B"] },
      { name: "no-compression", label: "Without compressions", kind: "flag", only: ["CSP"] },
    ],
  },
  {
    title: "Instead of exploring",
    folded: true,
    options: [
      { name: "bmc", label: "Bounded: paths of at most steps", kind: "number", hint: "do not", only: ["B", "Event-B"] },
      { name: "induction", label: "Induction over steps", kind: "number", hint: "do not", only: ["B", "Event-B"] },
      { name: "inductive", label: "Is the invariant inductive?", kind: "flag", only: ["B", "Event-B"] },
    ],
  },
  { title: "Sizes and limits", folded: true, options: [...SIZES, ...LIMITS] },
];

const PROVE: OptionGroup[] = [
  {
    title: "Proof obligations",
    options: [
      { name: "po", label: "Only this one", kind: "text", hint: "its name" },
      { name: "kind", label: "Only these kinds", kind: "text", hint: "INV,GRD" },
      { name: "deadlock", label: "Also freedom from deadlock", kind: "flag" },
      { name: "hypotheses", label: "Hypotheses", kind: "choice", choices: ["all", "selected", "goal"] },
      { name: "provers", label: "Other provers", kind: "text", hint: "z3,cvc5,E or none" },
      { name: "time-limit-per", label: "Seconds for each", kind: "number", hint: "2" },
    ],
  },
  { title: "Limits", folded: true, options: LIMITS },
];

const CHAIN: OptionGroup[] = [{ title: "Sizes and limits", options: [...SIZES, { name: "max-states", label: "At most states", kind: "number", hint: "no limit" }, ...LIMITS] }];

export const REFINE: OptionGroup[] = [
  {
    title: "What is compared",
    options: [
      { name: "model", label: "Model", kind: "choice", choices: ["traces", "singleton-failures", "failures", "failures-divergences"] },
      { name: "pre", label: "Preconditions", kind: "choice", choices: ["guard", "assume"], only: ["B"] },
      { name: "hide", label: "Hidden operations", kind: "text", hint: "a, b" },
      { name: "rename", label: "Renamed operations", kind: "lines", hint: "one a line: new=old" },
      { name: "alphabet", label: "Names that one side has alone", kind: "choice", choices: ["", "common", "all"] },
    ],
  },
  { title: "Sizes and limits", folded: true, options: [...SIZES, { name: "max-states", label: "At most states", kind: "number", hint: "no limit" }, ...LIMITS] },
];

export const RELATE: OptionGroup[] = [
  {
    title: "Simulation",
    options: [
      { name: "direction", label: "Direction", kind: "choice", choices: ["", "downward", "upward"] },
      { name: "semantics", label: "Semantics", kind: "choice", choices: ["", "blocking", "nonblocking", "traces"] },
      { name: "check-gluing", label: "Check the gluing invariant that is there", kind: "flag" },
      { name: "hide", label: "Hidden operations", kind: "text", hint: "a, b" },
      { name: "rename", label: "Renamed operations", kind: "lines", hint: "one a line: new=old" },
    ],
  },
  { title: "Sizes and limits", folded: true, options: [...SIZES, { name: "max-states", label: "At most states", kind: "number", hint: "no limit" }, ...LIMITS] },
];

export const COMMANDS: Record<string, { title: string; groups: OptionGroup[]; only?: string[] }> = {
  check: { title: "Explore the states", groups: CHECK },
  prove: { title: "Proof obligations", groups: PROVE, only: ["B", "Event-B"] },
  chain: { title: "Chain of refinements", groups: CHAIN, only: ["B"] },
};

export type Given = Record<string, string | boolean>;

const ORDERS: Record<string, string> = { "depth-first": "dfs", mixed: "mixed", random: "random" };
const REPEATED = new Set(["goal", "invariant", "ltl", "ctl", "card", "let", "pref", "rename", "po", "kind", "assert", "hide"]);

export const initial = (option: Option): string | boolean =>
  option.kind === "flag" || option.kind === "off" ? (option.on ?? false) : option.kind === "choice" ? (option.choices?.[0] ?? "") : "";

/** Whether the option means something for models of this language. */
export const fits = (option: Option, language: string) => !option.only || (option.only as string[]).includes(language);

/** What the form says, as the options of a job; what is as it would be anyway is left out. */
export function jobOptions(groups: OptionGroup[], given: Given, language: string): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const option of groups.flatMap((group) => group.options).filter((one) => fits(one, language))) {
    const value = given[option.name] ?? initial(option);
    if (option.kind === "off") {
      if (value === false) options[option.name] = true;
    } else if (option.kind === "flag") {
      if (value === true) options[option.name] = true;
    } else if (option.kind === "choice") {
      if (option.name === "" && ORDERS[value as string]) options[ORDERS[value as string]!] = true;
      else if (option.name !== "" && value !== option.choices?.[0]) options[option.name] = REPEATED.has(option.name) ? [value] : value;
    } else if (typeof value === "string" && value.trim() !== "") {
      const text = value.trim();
      if (option.kind === "number") options[option.name] = Number(text);
      else if (option.kind === "lines") options[option.name] = text.split("\n").map((line) => line.trim()).filter(Boolean);
      else options[option.name] = REPEATED.has(option.name) ? [text] : text;
    }
  }
  // Coverage is of an exploration.
  if (["bmc", "induction", "inductive"].some((name) => options[name] !== undefined)) delete options.coverage;
  return options;
}
