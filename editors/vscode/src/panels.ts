// Web views: each shows the page of one `probity serve`, which ends with it.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { type Disposable, type ExtensionContext, Uri, ViewColumn, type WebviewPanel, window, workspace } from "vscode";
import { documentOf, pageFiles, parseAddress, type Request, type Server, Tunnel } from "./page";

/** What the page does first: nothing, or the steps of a trace. */
export interface Beginning {
  trace?: unknown;
}

interface Running {
  server: Server;
  process: ChildProcess;
}

/** Starts a server for a model; fails with what the program says. */
function startServer(program: string, file: string): Promise<Running> {
  return new Promise((resolve, reject) => {
    const process = spawn(program, ["serve", file], { cwd: dirname(file), stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    let complaints = "";
    process.on("error", reject);
    process.on("exit", (code) => reject(new Error(complaints.trim() || `${program} serve ended with ${code}`)));
    process.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
    process.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const server = parseAddress(said);
      if (server) resolve({ server, process });
    });
  });
}

/** A web view, and what it needs as long as it is there. */
class Panel {
  private readonly tunnel: Tunnel;

  constructor(
    readonly view: WebviewPanel,
    private readonly running: Running,
    trace: unknown,
  ) {
    this.tunnel = new Tunnel(
      running.server,
      (part) => void view.webview.postMessage(part),
      (message) => void window.showWarningMessage(`Probity: ${message}`),
      trace,
    );
    view.webview.onDidReceiveMessage((message: Request | { save: string; text: string }) => {
      if ("save" in message) void save(message.save, message.text);
      else this.tunnel.take(message);
    });
  }

  close(): void {
    this.tunnel.close();
    this.running.process.kill("SIGINT");
  }
}

async function save(name: string, text: string): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const target = await window.showSaveDialog({ defaultUri: folder && Uri.joinPath(folder, name) });
  if (target) await workspace.fs.writeFile(target, new TextEncoder().encode(text));
}

export class Panels implements Disposable {
  private readonly open = new Map<string, Panel>();

  constructor(
    private readonly context: ExtensionContext,
    private readonly program: () => string,
  ) {}

  /** The files of the page, beneath a folder of its own for each version of the page. */
  private async files(server: Server): Promise<Uri> {
    const files = await pageFiles(server);
    const hash = createHash("sha256");
    for (const [name, text] of files) hash.update(`${name}\0${text}\0`);
    const folder = Uri.joinPath(this.context.globalStorageUri, "page", hash.digest("hex").slice(0, 16));
    for (const [name, text] of files) await workspace.fs.writeFile(Uri.joinPath(folder, name), new TextEncoder().encode(text));
    return folder;
  }

  /** Shows the page for a model; one that shows it already makes way. */
  async show(file: Uri, beginning: Beginning): Promise<void> {
    const key = file.toString();
    this.open.get(key)?.view.dispose();
    let running: Running;
    try {
      running = await startServer(this.program(), file.fsPath);
    } catch (error) {
      await window.showErrorMessage(`Probity: ${(error as Error).message}`);
      return;
    }
    const folder = await this.files(running.server);
    const scripts = Uri.joinPath(this.context.extensionUri, "dist");
    const view = window.createWebviewPanel("probity.page", `Probity: ${basename(file.fsPath)}`, ViewColumn.Beside, {
      enableScripts: true,
      retainContextWhenHidden: true,
      localResourceRoots: [folder, scripts],
    });
    const panel = new Panel(view, running, beginning.trace);
    this.open.set(key, panel);
    view.onDidDispose(() => {
      panel.close();
      if (this.open.get(key) === panel) this.open.delete(key);
    });
    const { webview } = view;
    const place = (name: string) => webview.asWebviewUri(Uri.joinPath(folder, name)).toString();
    webview.html = documentOf(webview.cspSource, place, webview.asWebviewUri(Uri.joinPath(scripts, "bridge.js")).toString());
  }

  dispose(): void {
    for (const panel of [...this.open.values()]) panel.view.dispose();
  }
}
