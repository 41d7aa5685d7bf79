// A client of the language server, made of Microsoft's library; it checks every message against the protocol.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import lsp from "vscode-languageserver-protocol/node.js";
import { note } from "./protocol.mjs";

const { CancellationTokenSource, createProtocolConnection, StreamMessageReader, StreamMessageWriter } = lsp;

/** What an editor with everything says that it can. */
export const everything = {
  general: { positionEncodings: ["utf-16"], staleRequestSupport: { cancel: true, retryOnContentModified: [] } },
  window: { workDoneProgress: true, showDocument: { support: true }, showMessage: {} },
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] },
    didChangeWatchedFiles: { dynamicRegistration: true },
    codeLens: { refreshSupport: true },
    semanticTokens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    workspaceFolders: true,
    configuration: true,
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true, dataSupport: true },
    completion: {
      completionItem: { snippetSupport: true, documentationFormat: ["markdown", "plaintext"], insertReplaceSupport: true, labelDetailsSupport: true, resolveSupport: { properties: ["documentation"] } },
      contextSupport: true,
    },
    hover: { contentFormat: ["markdown", "plaintext"] },
    signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true }, activeParameterSupport: true } },
    declaration: { linkSupport: true },
    definition: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "refactor.rewrite", "source"] } }, dataSupport: true, resolveSupport: { properties: ["edit"] } },
    rename: { prepareSupport: true },
    foldingRange: { lineFoldingOnly: true },
    semanticTokens: { requests: { range: true, full: { delta: true } }, tokenTypes: [], tokenModifiers: [], formats: ["relative"], multilineTokenSupport: true },
    inlayHint: {},
  },
};

/** What the server must have announced for a method. */
const announced = {
  "workspace/symbol": "workspaceSymbolProvider",
  "workspace/executeCommand": "executeCommandProvider",
  "textDocument/formatting": "documentFormattingProvider",
  "textDocument/rangeFormatting": "documentRangeFormattingProvider",
  "textDocument/prepareRename": "renameProvider",
  "codeLens/resolve": "codeLensProvider",
  "completionItem/resolve": "completionProvider",
};

const providerOf = (method) => announced[method] ?? (method.startsWith("textDocument/") ? `${method.split("/")[1]}Provider` : null);

export class Client {
  constructor(child, folder, name) {
    this.child = child;
    this.name = name;
    this.folder = folder;
    this.problems = [];
    this.complaints = "";
    this.versions = new Map();
    this.texts = new Map();
    this.published = new Map();
    this.messages = [];
    this.shown = [];
    this.applied = [];
    this.progress = [];
    this.listeners = new Set();
    this.ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal })));
    child.stderr.setEncoding("utf8").on("data", (text) => (this.complaints += text));
    this.connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    this.hear();
    this.connection.listen();
  }

  /** Starts the server for a folder, and says hello. */
  static async start(command, folder, { capabilities = everything, options, name = "client" } = {}) {
    const client = new Client(spawn(command[0], [...command.slice(1), "lsp"], { stdio: ["pipe", "pipe", "pipe"], cwd: folder }), folder, name);
    const uri = pathToFileURL(folder).href;
    client.hello = await client.request("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "models" }],
      clientInfo: { name: "tests" },
      capabilities,
      ...(options ? { initializationOptions: options } : {}),
    });
    client.notify("initialized", {});
    return client;
  }

  check(problems) {
    this.problems.push(...problems);
  }

  hear() {
    const { connection } = this;
    const on = (method, take) =>
      connection.onNotification(method, (params) => {
        this.check(note("params", method, params, this.name));
        take(params);
        for (const listener of [...this.listeners]) listener();
      });
    const answer = (method, take) =>
      connection.onRequest(method, (params) => {
        this.check(note("params", method, params, this.name));
        const result = take(params);
        for (const listener of [...this.listeners]) listener();
        return result;
      });
    on("textDocument/publishDiagnostics", (params) => this.published.set(params.uri, params));
    on("window/showMessage", (params) => this.messages.push(params));
    on("window/logMessage", () => undefined);
    on("$/progress", (params) => this.progress.push(params));
    answer("window/workDoneProgress/create", () => null);
    answer("window/showDocument", (params) => (this.shown.push(params), { success: true }));
    answer("workspace/applyEdit", (params) => (this.applied.push(params), { applied: true }));
    answer("client/registerCapability", () => null);
    for (const what of ["codeLens", "semanticTokens", "inlayHint"]) answer(`workspace/${what}/refresh`, () => null);
    answer("workspace/configuration", ({ items }) => items.map(() => null));
    connection.onUnhandledNotification(({ method }) => this.check([`${method} is unexpected`]));
    connection.onError(([error]) => this.check([`the connection: ${error.message}`]));
  }

  uri(name) {
    return name.startsWith("untitled:") ? name : pathToFileURL(join(this.folder, name)).href;
  }

  /** The name of a file in the folder. */
  file(uri) {
    return fileURLToPath(uri).slice(this.folder.length + 1);
  }

  /** Resolves when `ready` gives something that is not undefined. */
  until(ready, what, seconds = 10) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const value = ready();
        if (value === undefined) return false;
        clearTimeout(timer);
        this.listeners.delete(look);
        resolve(value);
        return true;
      };
      const timer = setTimeout(() => {
        this.listeners.delete(look);
        reject(new Error(`${what}: nothing within ${seconds} s`));
      }, seconds * 1000);
      this.listeners.add(look);
      look();
    });
  }

  notify(method, params) {
    void this.connection.sendNotification(method, params);
  }

  async request(method, params, token) {
    const provider = this.hello && providerOf(method);
    if (provider && !this.hello.capabilities[provider]) this.check([`${method} is asked, but there is no ${provider}`]);
    const rest = [params, token].filter((one) => one !== undefined);
    const result = await this.connection.sendRequest(method, ...rest);
    if (method !== "shutdown" && !method.startsWith("probity/")) this.check(note("result", method, result, this.name));
    return result;
  }

  /** A request that can be cancelled: its promise, and how. */
  cancellable(method, params) {
    const source = new CancellationTokenSource();
    return { answer: this.request(method, params, source.token), cancel: () => source.cancel() };
  }

  open(name, text = readFileSync(join(this.folder, name), "utf8"), languageId = /csp/.test(name) ? "csp" : /eventb$/.test(name) ? "eventb" : "b") {
    this.versions.set(name, 1);
    this.texts.set(name, text);
    this.notify("textDocument/didOpen", { textDocument: { uri: this.uri(name), languageId, version: 1, text } });
  }

  /** Changes: [{ range, text }] in order, or a whole text. */
  change(name, changes) {
    const version = this.versions.get(name) + 1;
    this.versions.set(name, version);
    const contentChanges = typeof changes === "string" ? [{ text: changes }] : changes;
    for (const one of contentChanges) this.texts.set(name, one.range ? edited(this.texts.get(name), [{ range: one.range, newText: one.text }]) : one.text);
    this.notify("textDocument/didChange", { textDocument: { uri: this.uri(name), version }, contentChanges });
  }

  close(name) {
    this.notify("textDocument/didClose", { textDocument: { uri: this.uri(name) } });
  }

  /** The diagnostics of the present text. */
  diagnostics(name) {
    const version = this.versions.get(name);
    return this.until(() => {
      const last = this.published.get(this.uri(name));
      return last?.version >= version ? last.diagnostics : undefined;
    }, `diagnostics of ${name}, version ${version}`);
  }

  /** A request about a place in a document. */
  at(method, name, position, more = {}) {
    return this.request(`textDocument/${method}`, { textDocument: { uri: this.uri(name) }, position, ...more });
  }

  about(method, name, more = {}) {
    return this.request(`textDocument/${method}`, { textDocument: { uri: this.uri(name) }, ...more });
  }

  run(command, name, ...more) {
    return this.request("workspace/executeCommand", { command: `probity.${command}`, arguments: [this.uri(name), ...more] });
  }

  /** Says good-bye; the server must end well, and have said nothing on standard error. */
  async stop() {
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 5000);
    try {
      await this.request("shutdown");
      this.notify("exit");
      const { code, signal } = await this.ended;
      if (code !== 0) this.check([`the server ended with ${code ?? signal}`]);
    } finally {
      clearTimeout(timer);
      this.child.kill("SIGKILL");
      this.connection.dispose();
    }
    if (this.complaints) this.check([`the server said: ${this.complaints}`]);
    return this.problems;
  }
}

/* ---- texts and places */

const lineStarts = (text) => {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  return starts;
};

/** The place of an offset: lines, and UTF-16 units. */
export function placeOf(text, offset) {
  const starts = lineStarts(text.slice(0, offset));
  return { line: starts.length - 1, character: offset - starts.at(-1) };
}

export function offsetOf(text, { line, character }) {
  return lineStarts(text)[line] + character;
}

/** The range of the n-th occurrence (from 1) of a text. */
export function find(text, wanted, n = 1) {
  let at = -1;
  for (let i = 0; i < n; i++) {
    at = text.indexOf(wanted, at + 1);
    if (at < 0) throw new Error(`the text has no ${JSON.stringify(wanted)} number ${n}`);
  }
  return { start: placeOf(text, at), end: placeOf(text, at + wanted.length) };
}

export const slice = (text, { start, end }) => text.slice(offsetOf(text, start), offsetOf(text, end));

/** A text with these edits of the protocol. */
export function edited(text, edits) {
  const sorted = [...edits].sort((a, b) => offsetOf(text, b.range.start) - offsetOf(text, a.range.start));
  let result = text;
  for (const { range, newText } of sorted) result = result.slice(0, offsetOf(text, range.start)) + newText + result.slice(offsetOf(text, range.end));
  return result;
}
