// A counterexample of a refinement, as people know it: a row for each side, a column for each event, below it what is
// offered and refused at the end.
import { useState } from "preact/hooks";
import type { Trouble } from "../api/client";
import { showTrace, stepText, type Report, type TraceStep } from "../check/report";
import type { Desk, Job } from "../store/app";
import { asTrouble, TroubleBox } from "../ui/parts";

const MEANING: Record<string, string> = {
  trace: "The implementation does something that the specification does not do.",
  failure: "The implementation refuses something that the specification offers.",
  divergence: "The implementation goes on for ever without being seen.",
  deadlock: "The implementation stops where the specification goes on.",
};

const INTERNAL = new Set(["i", "tau", "τ"]);

export function EventTable({ report, job, desk }: { report: Report; job: Job; desk: Desk }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const example = report.counterexample;
  const steps: (TraceStep | string)[] = example.trace ?? [];
  const loop: (TraceStep | string)[] = example.loop ?? [];
  const all = [...steps, ...loop];
  // In a counterexample to trace refinement the specification has all events but the last.
  const lastVisible = all.length - 1;
  const missing = example.kind === "trace" ? lastVisible : -1;
  const specification: (string | null)[] = example.specification
    ? all.map((_, at) => (example.specification[at] ? stepText(example.specification[at]) : null))
    : all.map((step, at) => (at === missing || INTERNAL.has(stepText(step)) ? null : stepText(step)));
  const state = chosen !== null ? all[chosen] : null;
  return (
    <section class="events" aria-label="Counterexample">
      <p>{MEANING[example.kind] ?? example.kind}</p>
      <div class="scroll">
        <table class="event-table">
          <caption class="away">Counterexample of {report.model ?? report.file}</caption>
          <thead>
            <tr>
              <th scope="col" />
              {all.map((_, at) => (
                <th key={at} scope="col" class={at >= steps.length ? "loop" : ""}>
                  {at >= steps.length ? `loop ${at - steps.length + 1}` : at + 1}
                </th>
              ))}
              <th scope="col">then</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Specification</th>
              {specification.map((text, at) => (
                <td key={at} class={`code ${at === missing ? "missing" : ""}`}>
                  {text ?? (at === missing ? "cannot" : "–")}
                </td>
              ))}
              <td class="code">{example.kind === "trace" ? "" : <Sets title="offers" sets={example.accepted ?? example.specification_offers} />}</td>
            </tr>
            <tr>
              <th scope="row">Implementation</th>
              {all.map((step, at) => (
                <td key={at} class={`code ${at === missing ? "extra" : ""} ${INTERNAL.has(stepText(step)) ? "quiet" : ""}`}>
                  <button type="button" class="link" aria-pressed={chosen === at} onClick={() => setChosen(chosen === at ? null : at)}>
                    {stepText(step)}
                  </button>
                </td>
              ))}
              <td class="code">
                <Sets title="offers" sets={example.offered} />
                <Sets title="refuses" sets={example.refused} bad />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      {state && typeof state !== "string" && state.state && (
        <p class="code" role="status">
          After {stepText(state)}: {Object.entries(state.state).map(([name, value]) => `${name} = ${value}`).join(", ")}
        </p>
      )}
      <div class="line">
        <button type="button" class="main small" onClick={() => void showTrace(job, desk, [...(example.start ?? []), ...all]).catch((error) => setTrouble(asTrouble(error)))}>
          Show the implementation in the animator
        </button>
      </div>
      <TroubleBox trouble={trouble} />
    </section>
  );
}

function Sets({ title, sets, bad }: { title: string; sets?: string[] | string[][] | null; bad?: boolean }) {
  if (!sets || sets.length === 0) return null;
  const list = Array.isArray(sets[0]) ? (sets as string[][]) : [sets as string[]];
  return (
    <div class={bad ? "bad-text" : ""}>
      {title} {list.map((one) => `{${one.join(", ")}}`).join(" or ")}
    </div>
  );
}
