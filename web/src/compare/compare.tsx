// Comparing two systems: refinement with its counterexample as a table, and relations between states.
import { useEffect, useState } from "preact/hooks";
import { JobCard, runningText } from "../check/job";
import { OptionsForm } from "../check/form";
import { jobOptions, REFINE, RELATE, type Given } from "../check/options";
import { useApp, type Desk, type Job } from "../store/app";
import { Empty, Region, Tabs } from "../ui/parts";
import { EventTable } from "./event_table";
import { Relation } from "./relation";

type Command = "refine" | "relate";

const remembered = new Map<string, { command: Command; file: string; second: string; given: Record<Command, Given> }>();

export function ComparePlace({ desk }: { desk: Desk }) {
  const app = useApp();
  const before = remembered.get(desk.desk) ?? { command: "refine", file: desk.file, second: "", given: { refine: {}, relate: {} } };
  const [command, setCommand] = useState<Command>(before.command);
  const [file, setFile] = useState(before.file);
  const [second, setSecond] = useState(before.second);
  const [given, setGiven] = useState(before.given);
  remembered.set(desk.desk, { command, file, second, given });
  useEffect(() => {
    if (app.files.length === 0) void app.loadFiles().catch(() => undefined);
  }, []);
  const groups = command === "refine" ? REFINE : RELATE;
  const jobs = app.jobs.filter((job) => job.use === "compare");
  const models = app.files.filter((one) => ["b", "eventb", "csp", "aut"].includes(one.kind));
  const start = (event: Event) => {
    event.preventDefault();
    void app.run("compare", command, file, jobOptions(groups, given[command], desk.model.language), second.trim() || null, desk);
  };
  return (
    <div class="room check">
      <Region title="Compare" class="form" footer={<button type="submit" form="compare-form" class="main">Compare</button>}>
        <form id="compare-form" onSubmit={start}>
          <Tabs<Command>
            class="looks"
            label="Kind of comparison"
            tabs={[
              { id: "refine", text: "Refinement" },
              { id: "relate", text: "Relation between states" },
            ]}
            chosen={command}
            onChoose={setCommand}
          />
          <fieldset class="options">
            <legend>Systems</legend>
            <div class="fields">
              <label class="stacked">
                <span>Implementation</span>
                <input type="text" class="code" list="model-files" required value={file} onInput={(event) => setFile(event.currentTarget.value)} />
              </label>
              <label class="stacked">
                <span>Specification</span>
                <input type="text" class="code" list="model-files" placeholder="what the implementation refines" value={second} onInput={(event) => setSecond(event.currentTarget.value)} />
              </label>
              <datalist id="model-files">
                {models.slice(0, 1000).map((one) => (
                  <option key={one.path} value={one.path} />
                ))}
              </datalist>
              <p class="hint">Processes of scripts: FILE.csp#PROCESS</p>
            </div>
          </fieldset>
          <OptionsForm groups={groups} language={desk.model.language} given={given[command]} onGiven={(next) => setGiven({ ...given, [command]: next })} />
        </form>
      </Region>
      <Region title="Results" count={jobs.length > 0 ? runningText(jobs) : undefined} class="results">
        {jobs.length === 0 && (
          <Empty>
            <p>Name an implementation and a specification and press Compare.</p>
            <p>A refinement of B needs no specification: it is the machine that it refines. No gluing invariant is needed.</p>
          </Empty>
        )}
        {jobs.map((job) => (
          <JobCard key={job.started} job={job} desk={desk} extra={<CompareResult job={job} desk={desk} />} />
        ))}
      </Region>
    </div>
  );
}

function CompareResult({ job, desk }: { job: Job; desk: Desk }) {
  const report = job.result?.report;
  if (!report) return null;
  if (report.command === "relate") return <Relation report={report} />;
  if (report.counterexample) return <EventTable report={report} job={job} desk={desk} />;
  if (report.verdict === "pass") {
    return (
      <p>
        Every behaviour of the implementation is one of the specification ({report.refinement_model}): {report.pairs?.toLocaleString("en")} pairs of states.
      </p>
    );
  }
  return null;
}
