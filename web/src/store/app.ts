// What the page knows, and what it asks the server for.  There is one App; who shows it calls useApp.
import { useEffect, useState } from "preact/hooks";
import { ask, clientName, listen, Refused, type Trouble } from "../api/client";
import type { Diagnostic, FileInfo, JobResult, Model, Replay, ServerEvent, Settings, View } from "../api/types";

export type PlaceName = "animate" | "check" | "compare" | "pictures" | "editor" | "console";

export interface ConsoleLine {
  input: string;
  text: string;
  kind: string;
  diagnostics?: Diagnostic[];
}

/** One open model. */
export interface Desk {
  desk: string;
  file: string;
  model: Model;
  view: View;
  settings: Settings;
  diagnostics: Diagnostic[];
  busy: boolean;
  ended: string | null;
  /** It ended, and the server has forgotten it, too. */
  gone: boolean;
  /** Why there is nothing to step through: a script without a main process can be checked and edited all the same. */
  closed: string | null;
  /** The text on disk is newer than the model. */
  stale: boolean;
  trouble: Trouble | null;
  replay: Replay | null;
  console: ConsoleLine[];
}

export interface Sample {
  seconds: number;
  states: number;
  rate: number;
  bytes: number;
  done: number;
  all: number;
}

/** One run of a command, with what it said while it ran. */
export interface Job {
  job: string;
  command: string;
  file: string;
  second: string | null;
  options: Record<string, unknown>;
  state: string;
  verdict: string | null;
  samples: Sample[];
  last: ServerEvent | null;
  result: JobResult | null;
  trouble: Trouble | null;
  started: number;
  use: "check" | "compare" | "graph";
}

export interface Notice {
  id: number;
  kind: "bad" | "doubt" | "good";
  text: string;
  action?: { text: string; run: () => void };
}

/** What a tab knows when it is loaded again. */
interface Remembered {
  desks: string[];
  current: string | null;
  place: PlaceName;
  jobs: Pick<Job, "job" | "command" | "file" | "second" | "options" | "use">[];
}

const TAB = "probity.tab";

interface Opened {
  desk: string;
  model: Model;
  view: View;
  diagnostics: Diagnostic[];
  replay?: Replay;
}

export const isScript = (file: string) => /\.(csp|cspm|fdr[23]?)$/.test(file);

/** Where one looks first: warnings can wait. */
const firstMistake = (trouble: Trouble): Diagnostic | undefined => trouble.diagnostics?.find((one) => one.severity === "error") ?? trouble.diagnostics?.[0];

export class App {
  about: { program: string; version: string; folder: string; file: string | null } | null = null;
  desks: Desk[] = [];
  current: Desk | null = null;
  place: PlaceName = "animate";
  jobs: Job[] = [];
  notices: Notice[] = [];
  files: FileInfo[] = [];
  truncated = false;
  live = false;
  failure: Trouble | null = null;
  dialog: "open" | "keys" | "trace" | "settings" | null = null;
  /** What the editor shows; it may be a file without a desk. */
  editing: { file: string; line?: number; column?: number } | null = null;
  started = false;
  private listeners = new Set<() => void>();
  private pending = false;
  private noticeCount = 0;

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Something changed: the page is drawn anew, once for all changes of this turn of the event loop. */
  changed(): void {
    if (this.pending) return;
    this.pending = true;
    queueMicrotask(() => {
      this.pending = false;
      for (const listener of this.listeners) listener();
    });
  }

  async start(): Promise<void> {
    void listen(
      (event) => this.take(event),
      (on) => {
        this.live = on;
        this.changed();
      },
    );
    try {
      this.about = await ask("about");
      const known = await this.attachKnown();
      if (!known && this.about?.file) await this.open(this.about.file);
      else if (!known) this.dialog = "open";
    } catch (error) {
      this.failure = error instanceof Refused ? error.trouble : { message: String(error) };
    }
    this.started = true;
    this.remember();
    this.changed();
  }

  /** Desks and jobs that this tab had before it was loaded again. */
  private async attachKnown(): Promise<boolean> {
    const known = JSON.parse(sessionStorage.getItem(TAB) ?? "null") as Remembered | null;
    if (!known) return false;
    await this.attachDesks(known.desks);
    const current = this.desks.find((one) => one.desk === known.current);
    if (current) this.choose(current);
    if (this.desks.length > 0) this.place = known.place;
    for (const job of known.jobs) this.attachJob(job);
    return this.desks.length > 0;
  }

  private attachJob(known: Remembered["jobs"][number]): void {
    const job: Job = { ...known, state: "running", verdict: null, samples: [], last: null, result: null, trouble: null, started: performance.now() };
    this.jobs.push(job);
    void this.lookAtJob(job);
  }

  private async attachDesks(mine: string[]): Promise<void> {
    if (mine.length === 0) return;
    const { desks } = await ask<{ desks: { desk: string; file: string; state: string }[] }>("desks");
    for (const one of desks.filter((desk) => mine.includes(desk.desk))) {
      try {
        const { model } = await ask<{ model: Model }>("model", { desk: one.desk });
        const { view } = await ask<{ view: View }>("view", { desk: one.desk });
        this.addDesk({ desk: one.desk, model, view, diagnostics: [] }, one.file, model.settings ?? {});
      } catch {
        // It ended meanwhile.
      }
    }
  }

  private addDesk(opened: Opened, file: string, settings: Settings): Desk {
    const desk: Desk = {
      desk: opened.desk,
      file,
      model: opened.model,
      view: opened.view,
      settings,
      diagnostics: opened.diagnostics ?? [],
      busy: false,
      ended: null,
      gone: false,
      closed: null,
      stale: false,
      trouble: null,
      replay: null,
      console: [],
    };
    this.desks.push(desk);
    this.choose(desk);
    return desk;
  }

  /** Not before all that was known is here again: whoever loads the page twice in a row would lose it. */
  private remember(): void {
    if (!this.started) return;
    // The picture of states asks anew.
    const jobs = this.jobs.filter((job) => job.job !== "" && job.use !== "graph").map(({ job, command, file, second, options, use }) => ({ job, command, file, second, options, use }));
    const desks = this.desks.filter((desk) => !desk.closed).map((desk) => desk.desk);
    const known: Remembered = { desks, current: this.current?.desk ?? null, place: this.place, jobs };
    sessionStorage.setItem(TAB, JSON.stringify(known));
  }

  choose(desk: Desk): void {
    this.current = desk;
    this.editing = null;
    document.title = `${desk.model.name} – Probity`;
    this.remember();
    this.changed();
  }

  go(place: PlaceName): void {
    this.place = place;
    this.remember();
    this.changed();
  }

  /** Opens a model; mistakes in its text are shown in the editor. */
  async open(file: string, settings: Settings = {}): Promise<Desk | null> {
    try {
      const opened = await ask<Opened>("open", { file, client: clientName, settings });
      return this.addDesk(opened, file, settings);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (isScript(file) && error.trouble.kind === "refused" && !error.trouble.diagnostics?.length && !settings.process) return this.addScript(file, error.trouble.message);
      this.notify("bad", `${file}: ${error.trouble.message}${error.trouble.hint ? ` (${error.trouble.hint})` : ""}`);
      if (error.trouble.diagnostics?.length) {
        const first = firstMistake(error.trouble)!;
        this.edit(first.file ?? file, first.line, first.column);
      }
      return null;
    }
  }

  /** A script whose assertions can be checked, and whose processes can be compared, though none of them is the main one. */
  private addScript(file: string, why: string): Desk {
    const name = file.replace(/^.*\//, "");
    const model: Model = { file, name, language: "CSP", kind: "process", words: { operation: "event", operations: "events", properties: "axioms" }, operations: [], sets: [], constants: [], variables: [], predicates: [], settings: {}, sources: [file] };
    const view: View = { turn: 0, initialised: false, steps: 0, history: { at: 0, length: 0, from: 0, items: [] }, constants: [], variables: [], enabled: { count: 0, complete: true, items: [] }, operations: [], start: { enabled: 0 }, predicates: [], watches: [], stuck: null, outside: false, troubles: [], describe: [], message: null };
    const desk = this.addDesk({ desk: `script of ${file}`, model, view, diagnostics: [] }, file, {});
    desk.closed = why;
    this.remember();
    return desk;
  }

  edit(file: string, line?: number, column?: number): void {
    this.editing = { file, line, column };
    this.go("editor");
  }

  async close(desk: Desk): Promise<void> {
    this.desks = this.desks.filter((one) => one !== desk);
    this.current = this.current === desk ? (this.desks[this.desks.length - 1] ?? null) : this.current;
    this.remember();
    this.changed();
    if (desk.closed) return;
    await ask("close", { desk: desk.desk }).catch(() => undefined);
  }

  /** A request to a desk: its new view is shown; what it refuses is shown beside the operations, or thrown if `loud`. */
  async act<T extends { view?: View; model?: Model; replay?: Replay }>(desk: Desk, name: string, body: object = {}, loud = false): Promise<T | null> {
    desk.busy = true;
    desk.trouble = null;
    this.changed();
    try {
      const answer = await ask<T>(name, { desk: desk.desk, ...body });
      if (answer.model) desk.model = answer.model;
      if (answer.view) desk.view = answer.view;
      if (answer.replay) desk.replay = answer.replay;
      return answer;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.trouble.kind === "ended") desk.ended = error.trouble.message;
      else if (error.trouble.kind === "missing") await this.lookForDesks();
      else if (error.trouble.kind === "changed") await this.refresh(desk);
      if (loud) throw error;
      desk.trouble = error.trouble;
      return null;
    } finally {
      desk.busy = false;
      this.changed();
    }
  }

  /** Are the models of this tab still there?  Another tab that shows one of them may have closed it. */
  private async lookForDesks(): Promise<void> {
    const answer = await ask<{ desks: { desk: string; state: string }[] }>("desks").catch(() => null);
    for (const desk of answer ? this.desks.filter((one) => !one.closed) : []) {
      const known = answer!.desks.find((one) => one.desk === desk.desk);
      if (known?.state === "ended") desk.ended ??= "The process of this model ended.";
      else if (!known) this.deskGone(desk, "This model is not open any more.");
    }
  }

  private deskGone(desk: Desk, why: string): void {
    desk.ended = why;
    desk.gone = true;
  }

  /** A model that the server has forgotten, from its beginning. */
  async openAgain(desk: Desk): Promise<void> {
    try {
      const opened = await ask<Opened>("open", { file: desk.file, client: clientName, settings: desk.settings });
      Object.assign(desk, { desk: opened.desk, model: opened.model, view: opened.view, diagnostics: opened.diagnostics ?? [], ended: null, gone: false, stale: false, trouble: null, replay: null });
      this.remember();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.notReopened(desk, error.trouble);
    }
    this.changed();
  }

  private notReopened(desk: Desk, trouble: Trouble): void {
    const mistakes = trouble.diagnostics?.length ?? 0;
    desk.trouble = trouble;
    this.notify("bad", `${desk.file} was not reloaded: ${trouble.message}`, mistakes > 0 ? { text: "Show in editor", run: () => this.showMistake(desk.file, trouble) } : undefined);
  }

  private async refresh(desk: Desk): Promise<void> {
    desk.view = (await ask<{ view: View }>("view", { desk: desk.desk })).view;
  }

  /** Reads the files again and takes the same steps; says how far that went. */
  async reload(desk: Desk, request: "reload" | "reopen" = "reload"): Promise<void> {
    try {
      const answer = await this.act<Opened>(desk, request, {}, true);
      if (!answer) return;
      desk.diagnostics = answer.diagnostics ?? [];
      desk.ended = null;
      desk.stale = false;
      desk.replay = answer.replay ?? null;
      document.title = `${desk.model.name} – Probity`;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.notReopened(desk, error.trouble);
    }
    this.changed();
  }

  private showMistake(file: string, trouble: Trouble): void {
    const first = firstMistake(trouble);
    this.edit(first?.file ?? file, first?.line, first?.column);
  }

  notify(kind: Notice["kind"], text: string, action?: Notice["action"]): void {
    this.notices = this.notices.filter((one) => one.text !== text);
    this.notices.push({ id: ++this.noticeCount, kind, text, action });
    if (this.notices.length > 4) this.notices.shift();
    this.changed();
  }

  dismiss(notice: Notice): void {
    this.notices = this.notices.filter((one) => one !== notice);
    this.changed();
  }

  async loadFiles(): Promise<void> {
    const answer = await ask<{ files: FileInfo[]; truncated: boolean }>("files");
    this.files = answer.files;
    this.truncated = answer.truncated;
    this.changed();
  }

  /** Begins a job; it is in `jobs` at once, also if the server refuses it. */
  async run(use: Job["use"], command: string, file: string, options: Record<string, unknown>, second: string | null = null, desk: Desk | null = null): Promise<Job> {
    const job: Job = { job: "", command, file, second, options, state: "running", verdict: null, samples: [], last: null, result: null, trouble: null, started: performance.now(), use };
    this.jobs.unshift(job);
    this.changed();
    try {
      const target = desk && desk.file === file && !desk.closed ? { desk: desk.desk } : { file };
      const answer = await ask<{ job: string }>("job", { command, ...target, ...(second ? { second } : {}), options });
      job.job = answer.job;
      this.remember();
      // It may have ended before its number was known here.
      const now = await ask<JobResult>("result", { job: job.job });
      if (now.state !== "running") this.finish(job, now);
    } catch (error) {
      job.state = "failed";
      job.trouble = error instanceof Refused ? error.trouble : { message: String(error) };
    }
    this.changed();
    return job;
  }

  private finish(job: Job, result: JobResult): void {
    job.result = result;
    job.state = result.state;
    job.verdict = result.verdict;
  }

  async cancel(job: Job): Promise<void> {
    await ask("cancel", { job: job.job }).catch(() => undefined);
  }

  forget(job: Job): void {
    this.jobs = this.jobs.filter((one) => one !== job);
    this.remember();
    this.changed();
    if (job.job) void ask("forget", { job: job.job }).catch(() => undefined);
  }

  private take(event: ServerEvent): void {
    const job = event.job ? this.jobs.find((one) => one.job === event.job) : undefined;
    if (event.event === "progress" && job) {
      job.last = event;
      if (job.samples.length === 0) job.started = Math.min(job.started, performance.now() - 1000 * (event.seconds ?? 0));
      job.samples.push({ seconds: event.seconds ?? 0, states: event.states ?? 0, rate: event.rate ?? 0, bytes: event.bytes ?? 0, done: event.done ?? 0, all: event.all ?? 0 });
      if (job.samples.length > 1200) job.samples = job.samples.filter((_, at) => at % 2 === 0);
    } else if (event.event === "job" && job && event.state !== "running") {
      void this.lookAtJob(job);
    } else if (event.event === "files") {
      this.filesChanged(event.files ?? [], event.desks ?? []);
    } else if (event.event === "desk") {
      const desk = this.desks.find((one) => one.desk === event.desk);
      if (desk && event.state === "closed") this.deskGone(desk, `This model was closed: ${event.message ?? ""}.`);
      else if (desk) desk.ended = event.message ?? "The process of this model ended.";
    } else if (event.event === "lost" || event.event === "hello") {
      // Also where the stream broke, and a new one begins, something may have happened that nobody told.
      void this.catchUp();
    }
    this.changed();
  }

  /** Functions that want to know of files that changed on disk. */
  readonly watchers = new Set<(files: string[]) => void>();

  private filesChanged(files: string[], desks: string[]): void {
    for (const desk of this.desks) {
      if (!desks.includes(desk.desk)) continue;
      desk.stale = true;
    }
    for (const watcher of this.watchers) watcher(files);
  }

  private async lookAtJob(job: Job): Promise<void> {
    try {
      const result = await ask<JobResult>("result", { job: job.job });
      if (result.state !== "running") this.finish(job, result);
    } catch (error) {
      if (error instanceof Refused && error.trouble.kind === "missing") {
        job.state = "failed";
        job.trouble = { message: "It has ended, and the server has forgotten what it found." };
      }
    }
    this.changed();
  }

  private async catchUp(): Promise<void> {
    for (const job of this.jobs.filter((one) => one.state === "running" && one.job)) await this.lookAtJob(job);
    if (this.started) await this.lookForDesks();
    this.changed();
  }
}

export const app = new App();

/** The App; who calls this is drawn anew when it changes. */
export function useApp(): App {
  const [, draw] = useState(0);
  useEffect(() => app.subscribe(() => draw((count) => count + 1)), []);
  return app;
}
