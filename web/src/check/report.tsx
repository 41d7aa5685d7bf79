// What a command found, from its JSON report (docs/cli.md): verdict, counterexamples, coverage, obligations.
import { useState } from "preact/hooks";
import { app, type Desk, type Job } from "../store/app";
import { asTrouble, plural, TroubleBox } from "../ui/parts";
import type { Trouble } from "../api/client";
import { CoverageTables } from "./coverage";
import { Figure, VerdictTag } from "./job";
import { Lasso } from "./lasso";
import { Obligations } from "./obligations";

// Reports differ from command to command; each part below looks for what it shows.
// eslint-disable-next-line
export type Report = any;

interface ReportProps {
  report: Report;
  job: Job;
  desk: Desk;
}

export interface TraceStep {
  op: string;
  args?: Record<string, string>;
  results?: Record<string, string>;
  state?: Record<string, string>;
}

export function stepText(step: TraceStep | string): string {
  if (typeof step === "string") return step;
  const args = Object.values(step.args ?? {});
  const results = Object.values(step.results ?? {});
  return `${step.op}${args.length > 0 ? `(${args.join(",")})` : ""}${results.length > 0 ? ` → ${results.join(",")}` : ""}`;
}

export function ReportView({ report, job, desk }: ReportProps) {
  const file = (report.diagnostics ?? []).filter((one: Report) => one.severity === "error" || one.severity === "warning");
  return (
    <div class="report">
      <Summary report={report} />
      {(report.reasons ?? [])
        .filter((reason: string) => !file.some((one: Report) => one.message === reason))
        .map((reason: string) => (
          <p key={reason} class="doubt-text">
            {reason}
          </p>
        ))}
      {report.temporal?.length > 0 && report.invariant_violated === undefined && <p class="quiet">Only temporal formulas were checked: no invariant, deadlock, assertion or goal.</p>}
      {report.paths && <Paths paths={report.paths} />}
      {file.length > 0 && <Remarks list={file} />}
      {(report.violations ?? []).map((violation: Report, at: number) => (
        <Violation key={at} violation={violation} job={job} desk={desk} />
      ))}
      {(report.goals ?? []).map((goal: Report, at: number) => (
        <Violation key={at} violation={goal} job={job} desk={desk} />
      ))}
      {(report.temporal ?? []).map((one: Report, at: number) => (
        <Temporal key={at} one={one} job={job} desk={desk} />
      ))}
      {report.assertions && <Assertions list={report.assertions} />}
      {report.inductive && <Inductive inductive={report.inductive} />}
      {report.obligations && <Obligations list={report.obligations} />}
      {(report.advice ?? []).map((advice: string) => (
        <p key={advice} class="quiet">
          {advice}
        </p>
      ))}
      {report.steps && Array.isArray(report.steps) && <ChainTable steps={report.steps} />}
      {report.coverage && <CoverageTables coverage={report.coverage} />}
      {report.uncovered?.length > 0 && (
        <p class="doubt-text">
          {report.complete ? "Never enabled" : "Not enabled in what was explored"}: <span class="code">{report.uncovered.map((one: Report) => (typeof one === "string" ? one : one.name)).join(", ")}</span>
        </p>
      )}
      {report.not_checked?.length > 0 && <p class="quiet">Not checked: {report.not_checked.map((one: Report) => (typeof one === "string" ? one : (one.message ?? one.name ?? JSON.stringify(one)))).join("; ")}</p>}
    </div>
  );
}

function Summary({ report }: { report: Report }) {
  const sets = Object.entries(report.scope?.sets ?? {});
  return (
    <dl class="figures">
      {report.states !== undefined && typeof report.states === "number" && <Figure name="states" value={report.states.toLocaleString("en")} />}
      {typeof report.transitions === "number" && <Figure name="transitions" value={report.transitions.toLocaleString("en")} />}
      {typeof report.seconds === "number" && <Figure name="time" value={`${report.seconds.toFixed(2)} s`} />}
      {report.peak_memory_bytes > 0 && <Figure name="memory" value={`${(report.peak_memory_bytes / 1048576).toFixed(0)} MiB`} />}
      {report.complete !== undefined && (report.states !== undefined || report.temporal) && <Figure name="exploration" value={report.complete ? "complete" : "not complete"} />}
      {sets.length > 0 && <Figure name="scope" value={<span class="code">{sets.map(([name, size]) => `${name}=${size}`).join(", ")}</span>} />}
    </dl>
  );
}

function Remarks({ list }: { list: Report[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? list : list.slice(0, 3);
  return (
    <div class="trouble doubt">
      {shown.map((one, at) => (
        <div key={at}>
          {one.message}{" "}
          {one.file && (
            <button type="button" class="link" onClick={() => app.edit(one.file, one.line, one.column)}>
              {one.file}:{one.line}
            </button>
          )}
          {one.hint && <span class="hint">{one.hint}</span>}
        </div>
      ))}
      {shown.length < list.length && (
        <button type="button" class="link" onClick={() => setAll(true)}>
          {list.length - shown.length} more
        </button>
      )}
    </div>
  );
}

/** The trace of a result is replayed in a desk of the same file: the one at hand, or one that is opened for it. */
export async function showTrace(job: Job, desk: Desk, trace: unknown): Promise<void> {
  // What is compared is the implementation by itself; as a model it takes its steps together with what it refines.
  const alone = job.options.alone === true || (job.use === "compare" && /\.(ref|imp)$/.test(job.file));
  const sizes = (job.options.card ?? job.options.let ?? job.options.pref) !== undefined || (alone && desk.settings.alone !== true);
  let target: Desk | null = desk.file === job.file && !sizes ? desk : null;
  if (!target) {
    const pairs = (list: unknown, number: boolean) =>
      Array.isArray(list)
        ? Object.fromEntries(list.map((one: string) => [one.slice(0, one.indexOf("=")), number ? Number(one.slice(one.indexOf("=") + 1)) : one.slice(one.indexOf("=") + 1)]))
        : undefined;
    target = await app.open(job.file, {
      ...desk.settings,
      ...(job.options.card ? { card: pairs(job.options.card, true) as Record<string, number> } : {}),
      ...(job.options.pref ? { pref: pairs(job.options.pref, true) as Record<string, number> } : {}),
      ...(job.options.let ? { let: pairs(job.options.let, false) as Record<string, string> } : {}),
      ...(alone ? { alone: true } : {}),
    });
  }
  if (!target) return;
  app.choose(target);
  await app.act(target, "replay", { trace }, true);
  app.go("animate");
}

function ShowButton({ job, desk, trace }: { job: Job; desk: Desk; trace: unknown }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  return (
    <>
      <button type="button" class="main small" onClick={() => void showTrace(job, desk, trace).catch((error) => setTrouble(asTrouble(error)))}>
        Show in the animator
      </button>
      <TroubleBox trouble={trouble} />
    </>
  );
}

export function TraceList({ steps, label }: { steps: (TraceStep | string)[]; label: string }) {
  return (
    <ol class="trace" aria-label={label}>
      {steps.map((step, at) => (
        <li key={at}>
          <span class="code">{stepText(step)}</span>
          {typeof step !== "string" && step.state && <span class="code quiet"> {Object.entries(step.state).map(([name, value]) => `${name} = ${value}`).join(", ")}</span>}
        </li>
      ))}
    </ol>
  );
}

function Violation({ violation, job, desk }: { violation: Report; job: Job; desk: Desk }) {
  const steps = violation.trace ?? [];
  return (
    <section class={`finding ${violation.kind === "goal" ? "goal" : ""}`} aria-label={`${violation.kind}: ${violation.message ?? ""}`}>
      <div class="line wrap">
        <b>{violation.kind}</b>
        {violation.message && <code class="grow">{violation.message}</code>}
        {typeof violation.steps === "number" && <span class="quiet">after {plural(violation.steps, "step")}</span>}
        {violation.file && (
          <button type="button" class="link" onClick={() => app.edit(violation.file, violation.line, violation.column)}>
            line {violation.line}
          </button>
        )}
        {steps.length > 0 && <ShowButton job={job} desk={desk} trace={steps} />}
      </div>
      {violation.why && <pre class="why">{dedent(violation.why)}</pre>}
      {violation.disabled?.length > 0 && <Disabled list={violation.disabled} />}
      {steps.length > 0 && (
        <details>
          <summary>{plural(steps.length, "step")}</summary>
          <TraceList steps={steps} label="Counterexample" />
        </details>
      )}
    </section>
  );
}

/** In a deadlock: what does not hold of the guard of each operation. */
function Disabled({ list }: { list: Report[] }) {
  return (
    <details>
      <summary>Why no operation is enabled</summary>
      <dl class="pairs">
        {list.map((one) => (
          <div key={one.operation}>
            <dt class="code">{one.operation}</dt>
            <dd>
              <pre class="why">{one.why ? dedent(one.why) : one.false?.map((part: Report) => part.formula).join(" & ")}</pre>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What the solver said of paths. */
function Paths({ paths }: { paths: Report }) {
  if (paths.by_induction) return <p>The invariant holds on all paths: shown by induction.</p>;
  const clear = paths.clear ?? 0;
  const bounded = paths.clear_bounded ?? 0;
  return (
    <p>
      {clear > 0 && `No violation after fewer than ${plural(clear, "step")}, for all values. `}
      {bounded > clear && `None after fewer than ${plural(bounded, "step")} in a bounded scope. `}
      Nothing is known of longer paths.
    </p>
  );
}

function dedent(text: string): string {
  const lines = text.replace(/\n+$/, "").split("\n");
  const margin = Math.min(...lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(margin)).join("\n");
}

function Temporal({ one, job, desk }: { one: Report; job: Job; desk: Desk }) {
  const example = one.counterexample;
  const prefix: TraceStep[] = example?.prefix ?? example?.trace ?? [];
  const loop: TraceStep[] = example?.loop ?? [];
  return (
    <section class={`finding ${one.verdict}`} aria-label={`Formula ${one.formula}`}>
      <div class="line wrap">
        <VerdictTag verdict={one.verdict} />
        {one.name && <b>{one.name}</b>}
        <code class="grow">{one.formula}</code>
        {one.fairness && <span class="quiet">fairness {one.fairness}</span>}
        {example && <ShowButton job={job} desk={desk} trace={[...prefix, ...loop]} />}
      </div>
      {(one.reasons ?? []).map((reason: string) => (
        <p key={reason} class="doubt-text">
          {reason}
        </p>
      ))}
      {one.vacuous && <p class="doubt-text">It holds only because {typeof one.vacuous === "string" ? one.vacuous : "a part of it never does"}.</p>}
      {example && <Lasso prefix={prefix} loop={loop} kind={example.kind} />}
    </section>
  );
}

function Assertions({ list }: { list: Report[] }) {
  return (
    <table class="grid">
      <caption class="away">Assertions</caption>
      <thead>
        <tr>
          <th scope="col">verdict</th>
          <th scope="col">assertion</th>
          <th scope="col" class="number">states</th>
          <th scope="col">counterexample</th>
        </tr>
      </thead>
      <tbody>
        {list.map((one) => (
          <tr key={one.index}>
            <td>
              <VerdictTag verdict={one.verdict} />
            </td>
            <td>
              <button type="button" class="link code" onClick={() => app.edit(one.file, one.line, one.column)}>
                {one.text}
              </button>
              {one.reasons?.length > 0 && <div class="doubt-text">{one.reasons.join("; ")}</div>}
            </td>
            <td class="number">{one.states?.toLocaleString("en")}</td>
            <td class="code">{one.counterexample && <Counterexample example={one.counterexample} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Counterexample({ example }: { example: Report }) {
  return (
    <>
      <div>⟨{(example.trace ?? []).map(stepText).join(", ")}⟩</div>
      {example.refused?.length > 0 && <div class="bad-text">refuses {`{${example.refused.join(", ")}}`}</div>}
      {example.loop?.length > 0 && <div class="bad-text">then for ever ⟨{example.loop.map(stepText).join(", ")}⟩</div>}
      {example.components?.length > 0 && (
        <details>
          <summary>{example.components.length} components</summary>
          <ul>
            {example.components.map((one: Report, at: number) => (
              <li key={at}>
                {one.process}: ⟨{one.trace.map(stepText).join(", ")}⟩ <span class="quiet">offers {`{${one.offers.join(", ")}}`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Inductive({ inductive }: { inductive: Report }) {
  return (
    <>
      {inductive.contradiction && <p class="bad-text">The invariant contradicts itself: {inductive.contradiction_because?.join("; ")}</p>}
      {inductive.deadlock_freedom && (
        <p>
          From every state that satisfies the invariant something is possible: <StatusTag status={inductive.deadlock_freedom.status} />{" "}
          <span class="code">{inductive.deadlock_freedom.counterexample?.map((step: TraceStep) => Object.entries(step.state ?? {}).map(([name, value]) => `${name} = ${value}`).join(", ")).join(" ")}</span>
        </p>
      )}
      {inductive.redundant?.length > 0 && <p class="quiet">Follows from the rest: {inductive.redundant.map((one: Report) => (typeof one === "string" ? one : (one.text ?? one.formula ?? JSON.stringify(one)))).join("; ")}</p>}
      <InductiveTable inductive={inductive} />
    </>
  );
}

function InductiveTable({ inductive }: { inductive: Report }) {
  return (
    <table class="grid">
      <thead>
        <tr>
          <th scope="col">operation</th>
          <th scope="col">preserves the invariant</th>
          <th scope="col">remarks</th>
        </tr>
      </thead>
      <tbody>
        {inductive.operations.map((one: Report) => (
          <tr key={one.operation}>
            <td class="code">{one.operation}</td>
            <td>
              <StatusTag status={one.status} />
            </td>
            <td>
              {one.why}
              {one.impossible && " is never possible"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function StatusTag({ status }: { status: string }) {
  const kind = status === "proved" ? "good" : status === "disproved" ? "bad" : status === "bounded" ? "accent" : "doubt";
  return <span class={`tag ${kind}`}>{status}</span>;
}

function ChainTable({ steps }: { steps: Report[] }) {
  return (
    <table class="grid">
      <thead>
        <tr>
          <th scope="col">verdict</th>
          <th scope="col">machine</th>
          <th scope="col">refines</th>
          <th scope="col" class="number">states</th>
          <th scope="col">established</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.file}>
            <td>
              <VerdictTag verdict={step.verdict} />
            </td>
            <td class="code">{step.model}</td>
            <td class="code">{step.refines}</td>
            <td class="number">{step.states?.toLocaleString("en")}</td>
            <td>{step.message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
