// Checking: all commands with their options, and the runs.
import { useState } from "preact/hooks";
import { useApp, type Desk } from "../store/app";
import { Empty, Region, Tabs } from "../ui/parts";
import { OptionsForm } from "./form";
import { JobCard, runningText } from "./job";
import { COMMANDS, jobOptions, type Given } from "./options";

/** What was chosen stays while one looks at other places. */
const remembered = new Map<string, { command: string; given: Record<string, Given> }>();

export function CheckPlace({ desk }: { desk: Desk }) {
  const app = useApp();
  const before = remembered.get(desk.desk) ?? { command: "check", given: {} };
  const [command, setCommand] = useState(before.command);
  const [given, setGiven] = useState<Record<string, Given>>(before.given);
  remembered.set(desk.desk, { command, given });
  const script = desk.model.language === "CSP";
  const { groups } = COMMANDS[command]!;
  const mine = given[command] ?? {};
  const jobs = app.jobs.filter((job) => job.use === "check");
  const commands = Object.entries(COMMANDS).filter(([, one]) => !one.only || one.only.includes(desk.model.language));
  const start = (event: Event) => {
    event.preventDefault();
    // Of a script all assertions are checked, also where one process of it is open here.
    void app.run("check", command, desk.file, jobOptions(groups, mine, desk.model.language), null, script ? null : desk);
  };
  return (
    <div class="room check">
      <Region
        title={`Check ${desk.model.name}`}
        class="form"
        footer={
          <button type="submit" form="check-form" class="main">
            {command === "prove" ? "Prove" : "Check"}
          </button>
        }
      >
        <form id="check-form" onSubmit={start}>
          <Tabs class="looks" label="Kind of check" tabs={commands.map(([id, one]) => ({ id, text: script && id === "check" ? "Assertions" : one.title }))} chosen={command} onChoose={setCommand} />
          <OptionsForm groups={groups} language={desk.model.language} given={mine} onGiven={(next) => setGiven({ ...given, [command]: next })} />
        </form>
      </Region>
      <Region title="Results" count={jobs.length > 0 ? runningText(jobs) : undefined} class="results">
        {jobs.length === 0 && (
          <Empty>
            <p>Choose what to look for and press Check.</p>
            <p>What is found can be looked at step by step in the animator. Unfinished searches are never called a pass.</p>
          </Empty>
        )}
        {jobs.map((job) => (
          <JobCard key={job.started} job={job} desk={desk} />
        ))}
      </Region>
    </div>
  );
}
