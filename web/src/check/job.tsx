// One run of a command: how it goes, and what it found.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app, type Desk, type Job } from "../store/app";
import { LineChart } from "../ui/chart";
import { bytesText, plural, Tool, TroubleBox } from "../ui/parts";
import { ReportView } from "./report";

const VERDICTS: Record<string, string> = { pass: "good", fail: "bad", goal: "accent", unknown: "doubt", error: "bad" };

export function VerdictTag({ verdict }: { verdict: string }) {
  return <span class={`tag ${VERDICTS[verdict] ?? ""}`}>{verdict.toUpperCase()}</span>;
}

function optionText(options: Record<string, unknown>): string {
  return Object.entries(options)
    .filter(([name]) => name !== "coverage")
    .map(([name, value]) => (value === true ? `--${name}` : (Array.isArray(value) ? value : [value]).map((one) => `--${name} ${String(one).includes(" ") ? `'${one}'` : one}`).join(" ")))
    .join(" ");
}

/** Draws its children anew while the job runs. */
function Elapsed({ job }: { job: Job }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 200);
    return () => clearInterval(timer);
  }, []);
  return <>{((performance.now() - job.started) / 1000).toFixed(1)} s</>;
}

export function JobCard({ job, desk, extra }: { job: Job; desk: Desk; extra?: ComponentChildren }) {
  const running = job.state === "running";
  return (
    <article class="job" aria-label={`${job.command} ${job.file}`}>
      <header>
        <span class="code grow">
          {job.command} {job.file} {job.second} <span class="quiet">{optionText(job.options)}</span>
        </span>
        {running ? <span class="tag accent busy">running</span> : job.verdict ? <VerdictTag verdict={job.verdict} /> : <span class="tag doubt">{job.state}</span>}
        {job.state === "cancelled" && job.verdict && <span class="tag doubt">cancelled</span>}
        {running ? (
          <button type="button" class="small" onClick={() => void app.cancel(job)}>
            Cancel
          </button>
        ) : (
          <Tool icon="close" class="plain tight" label={`Remove ${job.command} ${job.file}`} onClick={() => app.forget(job)} />
        )}
      </header>
      <TroubleBox trouble={job.trouble} />
      {running && <Progress job={job} />}
      {job.result && (
        <>
          {job.result.report ? (
            <ReportView report={job.result.report} job={job} desk={desk} />
          ) : (
            <div class="trouble">
              {job.state === "cancelled" ? "It was cancelled before there was a result." : "It ended without a result."}
              {job.result.messages?.length > 0 && <pre>{job.result.messages.join("\n")}</pre>}
            </div>
          )}
          {job.samples.length > 3 && (
            <details>
              <summary>Progress</summary>
              <ProgressCharts job={job} />
            </details>
          )}
        </>
      )}
      {extra}
    </article>
  );
}

function Progress({ job }: { job: Job }) {
  const { last } = job;
  return (
    <div class="progress">
      <dl class="figures" role="status" aria-label="Progress">
        <Figure name="time" value={<Elapsed job={job} />} />
        {last?.states !== undefined && <Figure name="states" value={last.states.toLocaleString("en")} />}
        {last?.transitions !== undefined && <Figure name="transitions" value={last.transitions.toLocaleString("en")} />}
        {last?.rate !== undefined && <Figure name="states a second" value={Math.round(last.rate).toLocaleString("en")} />}
        {last?.bytes !== undefined && last.bytes > 0 && <Figure name="memory" value={bytesText(last.bytes)} />}
        {last?.all !== undefined && last.all > 0 && <Figure name="done" value={`${last.done} of ${last.all}`} />}
      </dl>
      {last?.all !== undefined && last.all > 0 && (
        <div class="meter" role="progressbar" aria-valuenow={last.done} aria-valuemax={last.all} aria-label="Done">
          <div style={{ width: `${(100 * (last.done ?? 0)) / last.all}%` }} />
        </div>
      )}
      <ProgressCharts job={job} />
    </div>
  );
}

export function Figure({ name, value }: { name: string; value: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function ProgressCharts({ job }: { job: Job }) {
  const { samples } = job;
  if (samples.length < 2 || samples.every((sample) => sample.states === 0)) return null;
  const x = samples.map((sample) => sample.seconds);
  return (
    <div class="charts">
      <LineChart label="States over time" x={x} series={[{ name: "states", y: samples.map((sample) => sample.states) }]} height={110} />
      <LineChart label="States a second over time" x={x} series={[{ name: "states/s", y: samples.map((sample) => sample.rate) }]} height={110} />
      {samples.some((sample) => sample.bytes > 0) && <LineChart label="Memory over time" x={x} series={[{ name: "memory", y: samples.map((sample) => sample.bytes) }]} format={bytesText} height={110} />}
    </div>
  );
}

export function runningText(jobs: Job[]): string {
  const running = jobs.filter((job) => job.state === "running").length;
  return running > 0 ? `${running} running` : plural(jobs.length, "run");
}
