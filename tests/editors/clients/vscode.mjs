// What the extension uses of VS Code, as far as it does: it remembers what is done, and does what a person would.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

export const seen = { commands: new Map(), messages: [], panels: [], contexts: {}, clients: [], documents: [], answer: undefined, settings: {} };

export class Uri {
  constructor(fsPath) {
    this.fsPath = fsPath;
  }
  static parse = (text) => new Uri(decodeURIComponent(new URL(text).pathname));
  static file = (path) => new Uri(path);
  static joinPath = (uri, ...parts) => new Uri(join(uri.fsPath, ...parts));
  toString() {
    return pathToFileURL(this.fsPath).href;
  }
}

const tell = (kind) => async (text, ...choices) => {
  seen.messages.push({ kind, text, choices });
  return choices.includes(seen.answer) ? seen.answer : undefined;
};

export const ViewColumn = { Beside: -2 };

export const window = {
  activeTextEditor: undefined,
  showInformationMessage: tell("information"),
  showWarningMessage: tell("warning"),
  showErrorMessage: tell("error"),
  showSaveDialog: async ({ defaultUri }) => defaultUri,
  createWebviewPanel: (type, title, column, options) => {
    const panel = {
      title,
      options,
      posted: [],
      webview: {
        html: "",
        cspSource: "https://window",
        asWebviewUri: (uri) => `https://window${uri.fsPath}`,
        onDidReceiveMessage: (take) => (panel.take = take),
        postMessage: async (part) => (panel.posted.push(part), true),
      },
      onDidDispose: (take) => (panel.disposed = take),
      dispose: () => panel.disposed(),
    };
    seen.panels.push(panel);
    return panel;
  },
};

export const workspace = {
  textDocuments: seen.documents,
  workspaceFolders: undefined,
  getConfiguration: () => ({ get: (name) => seen.settings[name] }),
  createFileSystemWatcher: (pattern) => ({ pattern }),
  onDidChangeConfiguration: () => ({ dispose: () => undefined }),
  fs: {
    readFile: async (uri) => readFileSync(uri.fsPath),
    writeFile: async (uri, bytes) => {
      mkdirSync(dirname(uri.fsPath), { recursive: true });
      writeFileSync(uri.fsPath, bytes);
    },
  },
};

export const commands = {
  registerCommand: (name, run) => (seen.commands.set(name, run), { dispose: () => undefined }),
  executeCommand: async (name, key, value) => void (name === "setContext" && (seen.contexts[key] = value)),
};

/** Instead of that of vscode-languageclient. */
export class LanguageClient {
  constructor(id, name, run, options) {
    Object.assign(this, { id, name, run, options });
    seen.clients.push(this);
  }
  async start() {
    this.started = true;
  }
  async dispose() {
    this.started = false;
  }
}
