// The extension for VS Code: it compiles, its manifest is true, and it becomes a package.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { notations } from "../../../editors/grammars/tables.mjs";
import { contains, holds, same, Unexpected } from "../harness/expect.mjs";
import { EDITORS, HERE } from "../harness/places.mjs";

const HOME = join(EDITORS, "vscode");
const build = (...options) => execFileSync(process.execPath, [join(HOME, "build.mjs"), ...options], { encoding: "utf8" });

/** The extension with clients/vscode.mjs instead of VS Code; each has a window of its own. */
async function extension(folder) {
  const esbuild = await import(pathToFileURL(join(HOME, "node_modules/esbuild/lib/main.js")));
  const instead = join(HERE, "clients/vscode.mjs");
  const outfile = join(folder, ".extension.mjs");
  await esbuild.build({
    stdin: { contents: `export * from ${JSON.stringify(join(HOME, "src/extension.ts"))}; export * from ${JSON.stringify(instead)};`, resolveDir: HOME },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    alias: { vscode: instead, "vscode-languageclient/node": instead },
  });
  return import(pathToFileURL(outfile));
}

async function eventually(ready) {
  const end = performance.now() + 15_000;
  for (let value = ready(); ; value = ready()) {
    if (value) return value;
    if (performance.now() > end) throw new Unexpected(`it did not become so: ${ready}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export default [
  {
    name: "the same package each time, with all that its manifest names",
    server: false,
    run: ({ folder, npm }) => {
      const digests = ["a.vsix", "b.vsix"].map((name) => {
        build("--check", "--output", join(folder, name), ...(npm ? ["--npm", npm] : []));
        return createHash("sha256").update(readFileSync(join(folder, name))).digest("hex");
      });
      same(digests[0], digests[1], "the bytes of two packages");
      const unpacked = join(folder, "unpacked");
      execFileSync("python3", ["-m", "zipfile", "-e", join(folder, "a.vsix"), unpacked]);
      const about = JSON.parse(readFileSync(join(unpacked, "extension/package.json"), "utf8"));
      const { languages, grammars } = about.contributes;
      const named = [about.main, ...languages.map((one) => one.configuration), ...grammars.map((one) => one.path), "README.md", "LICENSE", "CHANGELOG.md"];
      for (const path of named) holds(existsSync(join(unpacked, "extension", path)), `${path} is in the package`);
      for (const path of ["extension.vsixmanifest", "[Content_Types].xml"]) holds(existsSync(join(unpacked, path)), `${path} is in the package`);
      execFileSync("xmllint", ["--noout", join(unpacked, "extension.vsixmanifest"), join(unpacked, "[Content_Types].xml")]);
    },
  },
  {
    name: "the manifest agrees with the notations and with the extension",
    server: false,
    run: () => {
      const { contributes } = JSON.parse(readFileSync(join(HOME, "package.json"), "utf8"));
      const shared = new Set([".sys", ".def"]); // of other programs, too: these are told by their first line
      for (const { id, endings } of notations()) {
        const language = contributes.languages.find((one) => one.id === id);
        same(language.extensions, endings.map((ending) => `.${ending}`).filter((ending) => !shared.has(ending)), `endings of ${id}`);
        const { scopeName } = JSON.parse(readFileSync(join(HOME, contributes.grammars.find((one) => one.language === id).path), "utf8"));
        same(scopeName, contributes.grammars.find((one) => one.language === id).scopeName, `scope of ${id}`);
        const configuration = JSON.parse(readFileSync(join(HOME, language.configuration), "utf8"));
        for (const pattern of [configuration.wordPattern, ...Object.values(configuration.indentationRules)]) new RegExp(pattern, "u");
      }
      const source = readFileSync(join(HOME, "src/extension.ts"), "utf8");
      const ofServer = new Set(["probity.check", "probity.animate", "probity.prove"]); // which announces them
      for (const { command } of contributes.commands) holds(ofServer.has(command) || source.includes(`registerCommand("${command}"`), `${command} is registered`);
      const titles = new Set(contributes.commands.map((one) => one.command));
      for (const list of Object.values(contributes.menus)) for (const { command } of list) holds(titles.has(command), `${command} of a menu is a command`);
    },
  },
  {
    name: "commands: results are told, a counterexample opens the page, which ends with its server",
    server: false,
    files: { "scheduler0_err.mch": { from: "examples/scheduler/scheduler0_err.mch" } },
    run: async ({ folder, program }) => {
      const { activate, seen, Uri } = await extension(folder);
      seen.settings.path = program;
      const subscriptions = [];
      await activate({ subscriptions, globalStorageUri: Uri.file(join(folder, ".storage")), extensionUri: Uri.file(HOME) });
      const [client] = seen.clients;
      same([client.started, client.run.command, client.run.args], [true, program, ["lsp"]], "the client");
      const { executeCommand } = client.options.middleware;
      const file = Uri.file(join(folder, "scheduler0_err.mch"));

      // A command without a model, and with a result.
      await executeCommand("probity.check", [], () => holds(false, "nothing is run"));
      contains(seen.messages.pop().text, "open a model first");
      let asked;
      await executeCommand("probity.check", [file.toString()], async (...words) => ((asked = words), { verdict: "pass", summary: "10 states" }));
      same(asked, ["probity.check", [file.toString()]], "what the server is asked");
      await eventually(() => seen.messages.some((one) => one.kind === "information" && one.text === "10 states"));

      // A counterexample, which somebody wants to see.
      const report = JSON.parse(spawnSync(program, ["check", file.fsPath, "--format", "json"], { encoding: "utf8" }).stdout);
      seen.answer = "Show the Counterexample";
      await executeCommand("probity.check", [file.toString()], async () => ({ verdict: "fail", summary: "the invariant is violated", trace: report.violations[0].trace }));
      const panel = await eventually(() => seen.panels.find((one) => one.webview.html));
      same(seen.contexts["probity.hasTrace"], true, "there is a counterexample");
      for (const [, path] of panel.webview.html.matchAll(/(?:src|href|data-layout)="https:\/\/window([^"]*)"/g)) {
        holds(existsSync(path), `${path} is there`);
        holds(panel.options.localResourceRoots.some((root) => path.startsWith(root.fsPath)), `${path} may be shown`);
      }
      panel.take({ id: 7, path: "/api/open", method: "POST", body: JSON.stringify({ file: "scheduler0_err.mch" }) });
      await eventually(() => panel.posted.some((part) => part.id === 7 && part.end));
      const opened = JSON.parse(panel.posted.filter((part) => part.id === 7 && part.text).map((part) => part.text).join(""));
      same(opened.view.history.at, report.violations[0].trace.length, "the page is told of the end of the counterexample");
      panel.take({ id: 8, path: "/api/step", method: "POST", body: JSON.stringify({ desk: opened.desk, index: 99 }) });
      await eventually(() => panel.posted.some((part) => part.id === 8 && part.status === 422));
      panel.take({ id: 9, path: "/style.css", method: "GET" });
      panel.take({ save: "trace.json", text: "{}" });

      // Each model has one page, which is closed with its server.
      panel.take({ id: 10, path: "/api/events?client=x", method: "GET" });
      await eventually(() => panel.posted.some((part) => part.id === 10 && part.text));
      await executeCommand("probity.animate", [file.toString()], () => holds(false, "the server is not asked"));
      await eventually(() => panel.posted.some((part) => part.id === 10 && (part.failed || part.end)));
      same(panel.posted.filter((part) => part.id === 9), [], "only requests are passed on");
      for (const one of subscriptions) one.dispose();
      same(seen.panels.length, 2, "pages");
    },
  },
  {
    name: "commands: what is not saved is saved first, and what does not start is told",
    server: false,
    files: { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } },
    run: async ({ folder, program }) => {
      const { activate, seen, Uri } = await extension(folder);
      const file = Uri.file(join(folder, "scheduler.mch"));
      const document = { uri: file, languageId: "b", isDirty: true, save: async () => (document.saved = true) };
      seen.documents.push(document);
      seen.settings.path = program;
      const subscriptions = [];
      await activate({ subscriptions, globalStorageUri: Uri.file(join(folder, ".storage")), extensionUri: Uri.file(HOME) });
      const { executeCommand } = seen.clients[0].options.middleware;
      await executeCommand("probity.animate", [file.toString()], () => undefined);
      same([document.saved, seen.panels.length], [true, 1], "it is saved, and shown");
      seen.settings.path = join(folder, "missing");
      await executeCommand("probity.animate", [file.toString()], () => undefined);
      contains(seen.messages.at(-1).text, "missing");
      for (const one of subscriptions) one.dispose();
    },
  },
];
