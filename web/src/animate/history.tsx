// The path: where one was, where one is, what was undone.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Trouble } from "../api/client";
import type { Step } from "../api/types";
import { app, type Desk } from "../store/app";
import { download } from "../ui/download";
import { arrowKeys, asTrouble, Empty, Region, TroubleBox } from "../ui/parts";

export function HistoryList({ desk }: { desk: Desk }) {
  const { history } = desk.view;
  const [earlier, setEarlier] = useState<Step[]>([]);
  const here = useRef<HTMLLIElement>(null);
  const from = history.from - earlier.length;
  useEffect(() => setEarlier([]), [history.from]);
  useEffect(() => here.current?.scrollIntoView?.({ block: "nearest" }), [history.at, history.length]);
  const items = [...earlier, ...history.items];
  const loadEarlier = async () => {
    const count = Math.min(500, from);
    const answer = await ask<{ history: { items: Step[] } }>("history", { desk: desk.desk, from: from - count, count });
    setEarlier([...answer.history.items, ...earlier]);
  };
  return (
    <Region
      title="History"
      class="history"
      count={history.length > 0 ? `${history.at} of ${history.length}` : undefined}
      tools={
        <button type="button" class="small" onClick={() => {
          app.dialog = "trace";
          app.changed();
        }}>
          Traces…
        </button>
      }
    >
      <Replayed desk={desk} />
      {history.length === 0 && <Empty>Steps that you take are listed here. Click on one to go back to it.</Empty>}
      <ol class="steps" aria-label="Steps taken" onKeyDown={(event) => arrowKeys(event)}>
        {history.length > 0 && from === 0 && (
          <li>
            <button type="button" aria-current={history.at === 0 ? "step" : undefined} onClick={() => void app.act(desk, "goto", { at: 0 })}>
              <span class="place">0</span>
              <span class="quiet">beginning</span>
            </button>
          </li>
        )}
        {from > 0 && (
          <li>
            <button type="button" class="link" onClick={() => void loadEarlier()}>
              {from} earlier
            </button>
          </li>
        )}
        {items.map((step, offset) => {
          const at = from + offset + 1;
          const current = at === history.at;
          return (
            <li key={at} ref={current ? here : undefined}>
              <button
                type="button"
                class={at > history.at ? "undone" : ""}
                aria-current={current ? "step" : undefined}
                title={step.changes.map((change) => change.text).join("\n") || undefined}
                onClick={() => void app.act(desk, "goto", { at })}
              >
                <span class="place">{at}</span>
                <span class="code">{step.text}</span>
              </button>
            </li>
          );
        })}
        {history.from + history.items.length < history.length && <li class="quiet">{history.length - history.from - history.items.length} later</li>}
      </ol>
    </Region>
  );
}

function Replayed({ desk }: { desk: Desk }) {
  const { replay } = desk;
  if (!replay) return null;
  const close = () => {
    desk.replay = null;
    app.changed();
  };
  return (
    <div class={`trouble ${replay.complete ? "good" : "doubt"}`} role="status">
      {replay.complete ? `All ${replay.done} steps were taken again.` : `${replay.done} of ${replay.steps} steps were taken again.`}
      {replay.mismatch && <pre>{replay.mismatch}</pre>}
      {replay.unsure && <div class="hint">It could not be computed whether the next step is possible.</div>}
      {replay.unread?.length > 0 && <div class="hint">Not compared: {replay.unread.join(", ")}</div>}{" "}
      <button type="button" class="link" onClick={close}>
        Dismiss
      </button>
    </div>
  );
}

/** Saving, loading and replaying traces. */
export function TraceDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const base = desk.file.replace(/\.[^./]*$/, "");
  const [file, setFile] = useState(`${base}.trace`);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [said, setSaid] = useState("");
  const [exists, setExists] = useState<string | null>(null);
  useEffect(() => void app.loadFiles().catch(() => undefined), []);
  const traces = app.files.filter((one) => one.kind === "trace");

  /** A file that is there is replaced only if it is still the one that somebody agreed to lose. */
  const save = async (hash: string | null) => {
    setTrouble(null);
    setSaid("");
    try {
      const { trace } = await ask<{ trace: string }>("save-trace", { desk: desk.desk });
      await ask("save", { file, text: trace, hash });
      setSaid(`Saved as ${file}.`);
      setExists(null);
      await app.loadFiles();
    } catch (error) {
      const what = asTrouble(error);
      setExists(what.kind === "changed" ? (what.hash ?? null) : null);
      setTrouble(what.kind === "changed" ? { message: `${file} is there already.` } : what);
    }
  };
  const downloadTrace = async () => {
    const { trace } = await ask<{ trace: string }>("save-trace", { desk: desk.desk });
    download(file.split("/").pop() ?? "history.trace", trace, "application/json");
  };
  const replay = async (body: object) => {
    setTrouble(null);
    try {
      await app.act(desk, "replay", body, true);
      onClose();
    } catch (error) {
      setTrouble(asTrouble(error));
    }
  };
  return (
    <>
      <fieldset>
        <legend>Save this history</legend>
        <div class="line">
          <input type="text" class="code" aria-label="File of the trace" value={file} onInput={(event) => setFile(event.currentTarget.value)} />
          <button type="button" class="main" onClick={() => void save(null)}>
            Save
          </button>
          {exists !== null && (
            <button type="button" onClick={() => void save(exists)}>
              Replace the file
            </button>
          )}
          <button type="button" onClick={() => void downloadTrace()}>
            Download
          </button>
        </div>
        {said && <p class="good-text" role="status">{said}</p>}
      </fieldset>
      <fieldset>
        <legend>Replay a trace</legend>
        <p class="hint">Traces of Probity and of ProB. Steps are taken as far as they are possible.</p>
        <ul class="picks">
          {traces.map((one) => (
            <li key={one.path}>
              <button type="button" onClick={() => void replay({ file: one.path })}>
                <span class="code">{one.path}</span>
              </button>
            </li>
          ))}
        </ul>
        {traces.length === 0 && <p class="quiet">There are no traces in this folder yet.</p>}
        <label class="row">
          <span>From elsewhere:</span>
          <input
            type="file"
            accept=".json,.prob2trace,.trace,.txt"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              if (chosen) void chosen.text().then((text) => replay({ trace: text }));
            }}
          />
        </label>
      </fieldset>
      <TroubleBox trouble={trouble} />
    </>
  );
}
