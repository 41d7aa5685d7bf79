// Probity in VS Code: the language server, its commands, and the page of `probity serve` as a web view.
import { commands, type ExtensionContext, type TextDocument, Uri, window, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { Panels } from "./panels";

const LANGUAGES = ["b", "eventb", "csp"];

/** What the server answers when it has run a command. */
interface Outcome {
  verdict?: string;
  summary?: string;
  /** The counterexample, as requests of `probity serve` take it. */
  trace?: unknown;
}

const program = () => workspace.getConfiguration("probity").get<string>("path") || "probity";

/** A counterexample, and of which model it is one. */
let last: { file: Uri; trace: unknown } | null = null;

function activeModel(): TextDocument | undefined {
  const document = window.activeTextEditor?.document;
  return document && LANGUAGES.includes(document.languageId) ? document : undefined;
}

/** The model that a command is about: as a code lens or a menu names it, else the one that is edited. */
async function modelOf(given: unknown): Promise<Uri | null> {
  if (given instanceof Uri) return given;
  if (typeof given === "string") return Uri.parse(given);
  const uri = activeModel()?.uri ?? null;
  if (!uri) await window.showWarningMessage("Probity: open a model first.");
  return uri;
}

/** Processes read what is on disk. */
async function save(uri: Uri): Promise<boolean> {
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  return !document?.isDirty || (await document.save());
}

async function tell(file: Uri, outcome: Outcome | null, panels: Panels): Promise<void> {
  if (!outcome?.summary) return;
  last = outcome.trace ? { file, trace: outcome.trace } : last;
  await commands.executeCommand("setContext", "probity.hasTrace", last !== null);
  if (outcome.verdict === "pass") void window.showInformationMessage(outcome.summary);
  else if (!outcome.trace) void window.showWarningMessage(outcome.summary);
  else if (await window.showWarningMessage(outcome.summary, "Show the Counterexample")) await panels.show(file, { trace: outcome.trace });
}

function makeClient(panels: Panels): LanguageClient {
  const run: ServerOptions = { command: program(), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{mch,ref,imp,sys,def,eventb,csp,cspm,fdr2,fdr3,bum,buc,toml}") },
    initializationOptions: { quiet: true }, // results are told here, with what can be done about them
    middleware: {
      // The commands that the server announces are those of the manifest: this is where they arrive.
      executeCommand: async (command, given, next) => {
        const file = await modelOf(given[0]);
        if (!file) return null;
        if (command === "probity.animate") return (await save(file)) ? panels.show(file, {}) : null;
        const outcome = (await next(command, [file.toString(), ...given.slice(1)])) as Outcome | null;
        void tell(file, outcome, panels);
        return outcome;
      },
    },
  };
  return new LanguageClient("probity", "Probity", run, options);
}

export async function activate(context: ExtensionContext): Promise<void> {
  const panels = new Panels(context, program);
  let client = makeClient(panels);
  const start = () => client.start().catch((error: Error) => window.showErrorMessage(`Probity: ${program()} lsp does not start (${error.message}). The setting probity.path names the program.`));
  const restart = async () => {
    await client.dispose().catch(() => undefined);
    client = makeClient(panels);
    await start();
  };
  context.subscriptions.push(
    panels,
    commands.registerCommand("probity.restart", restart),
    commands.registerCommand("probity.trace", () => last && panels.show(last.file, { trace: last.trace })),
    commands.registerCommand("probity.replay", async () => {
      const file = await modelOf(undefined);
      if (!file) return;
      const picked = await window.showOpenDialog({ title: "Replay a trace", filters: { Traces: ["json", "prob2trace"] }, defaultUri: Uri.joinPath(file, "..") });
      if (picked?.[0]) await panels.show(file, { trace: new TextDecoder().decode(await workspace.fs.readFile(picked[0])) });
    }),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("probity.path") && void restart()),
    { dispose: () => void client.dispose().catch(() => undefined) },
  );
  await start();
}
