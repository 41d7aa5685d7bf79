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

interface Followed {
  /** What is seen of the step; null: it is hidden. */
  event: string | null;
  /** Where the specification may be then; null: it cannot follow. */
  states: string[] | null;
}

export function EventTable({ report, job, desk }: { report: Report; job: Job; desk: Desk }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const example = report.counterexample;
  const steps: TraceStep[] = example.trace ?? [];
  const loop: TraceStep[] = example.loop ?? [];
  const all = [...steps, ...loop];
  const followed: (Followed | null)[] = all.map((_, at) => example.specification?.[at] ?? null);
  const cannot = (at: number) => followed[at] !== null && followed[at]!.states === null;
  return (
    <section class="events" aria-label="Counterexample">
      <p>{MEANING[example.kind] ?? example.kind}</p>
      <div class="scroll">
        <table class="event-table">
          <caption class="away">Counterexample of {report.model ?? report.file}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="away">Side</span>
              </th>
              {all.map((_, at) => (
                <th key={at} scope="col" class={at >= steps.length ? "loop" : ""}>
                  {at >= steps.length ? `loop ${at - steps.length + 1}` : at + 1}
                </th>
              ))}
              {example.kind === "failure" && <th scope="col">then</th>}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Specification</th>
              {followed.map((one, at) => (
                <td key={at} class={`code ${cannot(at) ? "missing" : ""}`}>
                  {cannot(at) ? "cannot" : (one?.event ?? "–")}
                </td>
              ))}
              {example.kind === "failure" && (
                <td class="code then">
                  <Sets title="offers" sets={example.accepted} />
                </td>
              )}
            </tr>
            <tr>
              <th scope="row">Implementation</th>
              {all.map((step, at) => (
                <td key={at} class={`code ${cannot(at) ? "extra" : ""}`}>
                  <button type="button" class={`link ${followed[at]?.event ? "" : "quiet"}`} aria-pressed={chosen === at} onClick={() => setChosen(chosen === at ? null : at)}>
                    {stepText(step)}
                  </button>
                </td>
              ))}
              {example.kind === "failure" && (
                <td class="code then">
                  <Sets title="offers" sets={example.offered} />
                  <Sets title="refuses" sets={example.refused} bad />
                </td>
              )}
            </tr>
          </tbody>
        </table>
      </div>
      {example.kind === "trace" && example.accepted?.length > 0 && (
        <p>
          There the specification allows only <code>{`{${example.accepted[0].join(", ")}}`}</code>.
        </p>
      )}
      {chosen !== null && (
        <dl class="pairs" role="status">
          <div>
            <dt>After {stepText(all[chosen]!)}</dt>
            <dd />
          </div>
          <div>
            <dt>specification</dt>
            <dd class="code">{followed[chosen]?.states?.join(" or ") ?? (cannot(chosen) ? "cannot follow" : "as before")}</dd>
          </div>
          <div>
            <dt>implementation</dt>
            <dd class="code">{values(all, chosen)}</dd>
          </div>
        </dl>
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

/** Steps of a trace say what they change. */
function values(steps: TraceStep[], last: number): string {
  const all: Record<string, string> = {};
  for (const step of steps.slice(0, last + 1)) Object.assign(all, step.state ?? {});
  return Object.entries(all)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
}

function Sets({ title, sets, bad }: { title: string; sets?: string[] | string[][] | null; bad?: boolean }) {
  if (!sets || (sets.length === 0 && bad)) return null;
  const list = Array.isArray(sets[0]) ? (sets as string[][]) : [sets as string[]];
  return (
    <div class={bad ? "bad-text" : ""}>
      {title} {list.map((one) => `{${one.join(", ")}}`).join(" or ")}
    </div>
  );
}
