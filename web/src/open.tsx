// Choosing a model in the folder, and settings for it.
import { useEffect, useState } from "preact/hooks";
import type { Settings } from "./api/types";
import { ask } from "./api/client";
import { isScript, useApp, type Desk } from "./store/app";
import { arrowKeys, Dialog, Empty, Region } from "./ui/parts";

const MODELS = new Set(["b", "eventb", "csp", "aut"]);
const KINDS: Record<string, string> = { b: "B", eventb: "Event-B", csp: "CSP", aut: "transition system" };

export function OpenDialog({ onClose }: { onClose: () => void }) {
  const app = useApp();
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    app
      .loadFiles()
      .catch(() => undefined)
      .finally(() => setLoaded(true));
  }, []);
  const wanted = filter.trim().toLowerCase();
  const files = app.files.filter((file) => MODELS.has(file.kind) && file.path.toLowerCase().includes(wanted));
  const open = async (file: string, settings: Settings = {}) => {
    onClose();
    const desk = await app.open(file, settings);
    if (desk && app.place === "editor") app.go("animate");
  };
  return (
    <Dialog title={`Open a model${app.about ? ` of ${app.about.folder}` : ""}`} onClose={onClose}>
      <input
        type="search"
        autofocus
        placeholder="Filter files"
        aria-label="Filter files"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && files[0]) void open(files[0].path);
        }}
      />
      {loaded && files.length === 0 && <Empty>{app.files.length === 0 ? "There are no files in this folder." : "No models match."}</Empty>}
      <ul class="picks files" onKeyDown={(event) => arrowKeys(event, "button.pick")}>
        {files.slice(0, 500).map((file) => (
          <li key={file.path}>
            <div class="line">
              <button type="button" class="pick grow" onClick={() => void open(file.path)}>
                <span class="code">{file.path}</span>
                <span class="hint">{KINDS[file.kind]}</span>
              </button>
              <button type="button" class="small plain" aria-expanded={chosen === file.path} onClick={() => setChosen(chosen === file.path ? null : file.path)}>
                Settings
              </button>
            </div>
            {chosen === file.path && <SettingsForm file={file.path} given={{}} button="Open" onOpen={(settings) => open(file.path, settings)} />}
          </li>
        ))}
      </ul>
      {(files.length > 500 || app.truncated) && <p class="hint">Not all files are shown; the filter finds more.</p>}
    </Dialog>
  );
}

const pairsText = (pairs?: Record<string, unknown>) => Object.entries(pairs ?? {}).map(([name, value]) => `${name}=${value}`).join("\n");

function readPairs(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const at = line.indexOf("=");
    if (at > 0) pairs[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return pairs;
}

const numbers = (pairs: Record<string, string>) => Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, Number(value)]));

interface SettingsProps {
  file: string;
  given: Settings;
  button: string;
  onOpen: (settings: Settings) => Promise<void>;
}

export function SettingsForm({ file, given, button, onOpen }: SettingsProps) {
  const [card, setCard] = useState(pairsText(given.card));
  const [constants, setConstants] = useState(pairsText(given.let));
  const [preferences, setPreferences] = useState(pairsText(given.pref));
  const [alone, setAlone] = useState(given.alone ?? false);
  const [strict, setStrict] = useState(given["strict-wd"] ?? false);
  const [process, setProcess] = useState(given.process ?? "");
  const [guide, setGuide] = useState(given.guide ?? "");
  const [visb, setVisb] = useState(given.visb ?? "");
  const csp = isScript(file);
  const submit = (event: Event) => {
    event.preventDefault();
    const settings: Settings = {};
    if (card.trim()) settings.card = numbers(readPairs(card));
    if (constants.trim()) settings.let = readPairs(constants);
    if (preferences.trim()) settings.pref = numbers(readPairs(preferences));
    if (alone) settings.alone = true;
    if (strict) settings["strict-wd"] = true;
    if (process.trim()) settings.process = process.trim();
    if (guide.trim()) settings.guide = guide.trim();
    if (visb.trim()) settings.visb = visb.trim();
    void onOpen(settings);
  };
  return (
    <form class="settings" aria-label={`Settings of ${file}`} onSubmit={submit}>
      {csp ? (
        <label class="stacked">
          <span>Process</span>
          <input type="text" class="code" placeholder="MAIN" value={process} onInput={(event) => setProcess(event.currentTarget.value)} />
        </label>
      ) : (
        <>
          <label class="stacked">
            <span>Sizes of sets <span class="hint">one a line: PROC=4</span></span>
            <textarea class="code" rows={2} value={card} onInput={(event) => setCard(event.currentTarget.value)} />
          </label>
          <label class="stacked">
            <span>Constants <span class="hint">one a line: top=3</span></span>
            <textarea class="code" rows={2} value={constants} onInput={(event) => setConstants(event.currentTarget.value)} />
          </label>
          <label class="stacked">
            <span>Preferences <span class="hint">one a line: MAXINT=7</span></span>
            <textarea class="code" rows={2} value={preferences} onInput={(event) => setPreferences(event.currentTarget.value)} />
          </label>
          <label class="stacked">
            <span>Guided by the process of <span class="hint">a script of CSP</span></span>
            <input type="text" class="code" placeholder="script.csp" value={guide} onInput={(event) => setGuide(event.currentTarget.value)} />
          </label>
          <label class="stacked">
            <span>Picture <span class="hint">a VisB file beside the model, if it names none</span></span>
            <input type="text" class="code" placeholder="picture.json" value={visb} onInput={(event) => setVisb(event.currentTarget.value)} />
          </label>
          <label class="row">
            <input type="checkbox" checked={alone} onChange={(event) => setAlone(event.currentTarget.checked)} /> Without the machines that it refines
          </label>
          <label class="row">
            <input type="checkbox" checked={strict} onChange={(event) => setStrict(event.currentTarget.checked)} /> Strict about well-definedness
          </label>
        </>
      )}
      <div>
        <button type="submit" class="main">
          {button}
        </button>
      </div>
    </form>
  );
}

/** Instead of what steps through a model: a script has no main process, and somebody must name one. */
export function NoProcess({ desk }: { desk: Desk }) {
  const app = useApp();
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    ask<{ text: string }>("read", { file: desk.file })
      .then(({ text }) => setNames([...new Set(Array.from(text.matchAll(/^([A-Za-z]\w*)\s*=[^=]/gm), (match) => match[1]!))]))
      .catch(() => undefined);
  }, [desk.file]);
  const open = async (settings: Settings) => {
    const opened = await app.open(desk.file, settings);
    if (!opened) return;
    await app.close(desk);
    app.choose(opened);
  };
  return (
    <div class="room">
      <Region title={`Processes of ${desk.model.name}`}>
        <Empty>
          <p>{desk.closed}. Its assertions can be checked, and its processes compared, without one. To step through a process, name it:</p>
        </Empty>
        <SettingsForm file={desk.file} given={{}} button="Open this process" onOpen={open} />
        <ul class="picks padded">
          {names.slice(0, 60).map((name) => (
            <li key={name}>
              <button type="button" class="pick" onClick={() => void open({ process: name })}>
                <span class="code">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      </Region>
    </div>
  );
}
