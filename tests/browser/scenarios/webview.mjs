// The page as a web view of VS Code: its files come from the extension, and its requests go through it.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eventually, holds, lists, same, sees } from "../harness/expect.mjs";
import { ROOT } from "../harness/program.mjs";

/** A part of the extension as a module or a script. */
async function compiled(name, format, folder) {
  const esbuild = await import(pathToFileURL(join(ROOT, "web/node_modules/esbuild/lib/main.js")));
  const outfile = join(folder, `.${name}.mjs`);
  await esbuild.build({ entryPoints: [join(ROOT, `editors/vscode/src/${name}.ts`)], bundle: true, format, platform: format === "iife" ? "browser" : "node", outfile, logLevel: "error" });
  return outfile;
}

/** Serves files as the window does, from an address that is not that of the page. */
function serveFiles(files) {
  const types = { js: "text/javascript", css: "text/css", html: "text/html" };
  const server = createServer((request, response) => {
    const text = files.get(request.url.slice(1));
    response.writeHead(text === undefined ? 404 : 200, { "Content-Type": types[request.url.split(".").pop()] ?? "text/html" });
    response.end(text);
  });
  server.unref();
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Opens the web view as the extension does; gives what the page wanted to save. */
async function webView(screen, { folder, address }, { trace, theme = "vscode-light" } = {}) {
  const { documentOf, pageFiles, parseAddress, Tunnel } = await import(pathToFileURL(await compiled("page", "esm", folder)));
  const bridge = readFileSync(await compiled("bridge", "iife", folder), "utf8");
  const probity = parseAddress(`x ${address}\n`);
  const files = new Map([...(await pageFiles(probity)), ["bridge.js", bridge]]);
  const server = await serveFiles(files);
  const origin = `http://127.0.0.1:${server.address().port}`;
  files.set("", documentOf(origin, (name) => `${origin}/${name}`, `${origin}/bridge.js`).replace("<body>", `<body class="${theme}">`));
  const saved = [];
  const complaints = [];
  const post = (part) => screen.page.evaluate((one) => window.postMessage(one, "*"), part).catch(() => undefined);
  const tunnel = new Tunnel(probity, post, (message) => complaints.push(message), trace);
  await screen.page.exposeFunction("toExtension", (message) => ("save" in message ? saved.push(message) : tunnel.take(message)));
  await screen.page.addInitScript(() => (window.acquireVsCodeApi = () => ({ postMessage: (message) => window.toExtension(message) })));
  await screen.page.goto(`${origin}/`);
  await screen.ready();
  const close = () => {
    tunnel.close();
    server.close();
  };
  return { saved, complaints, close };
}

const SCHEDULER = { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } };

export default [
  {
    name: "steps, events, pictures and downloads go through the extension",
    files: SCHEDULER,
    open: "scheduler.mch",
    closed: true,
    async run(screen, world) {
      const view = await webView(screen, world, { theme: "vscode-dark" });
      same(await screen.page.evaluate(() => document.documentElement.dataset.theme), "dark", "the theme of the window");
      await screen.take("create(PROC2)");
      await lists(screen.history(), "0 beginning", "1 INITIALISATION", "2 create(PROC2)");
      // The stream of events stands: the page hears that the file was changed.
      await eventually("the page is connected", () => screen.page.getByText("not connected").count(), (count) => count === 0);
      writeFileSync(join(world.folder, "scheduler.mch"), readFileSync(join(world.folder, "scheduler.mch"), "utf8").replace("MACHINE", "/* changed */ MACHINE"));
      await sees(screen.page.getByRole("button", { name: /reload/i }));
      // The window saves what the page would download.
      await screen.page.evaluate(() => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob(["some text"], { type: "text/plain" }));
        link.download = "notes.txt";
        link.click();
        URL.revokeObjectURL(link.href);
      });
      await eventually("what is saved", () => view.saved, (saved) => saved.length === 1);
      same(view.saved[0], { save: "notes.txt", text: "some text" }, "what is saved");
      // A worker of the page runs, though the policy takes none from the server.
      const answer = await screen.page.evaluate(
        () =>
          new Promise((resolve) => {
            const worker = new Worker("/layout.js");
            worker.onmessage = ({ data }) => (worker.terminate(), resolve(Object.keys(data).includes("x")));
            worker.onerror = (event) => resolve(event.message);
            worker.postMessage({ count: 2, edges: new Int32Array([0, 1]), roots: [0], gap: 10, rowHeight: 10, layerHeight: 10 });
          }),
      );
      same(answer, true, "the worker lays out a graph");
      view.close();
    },
  },
  {
    name: "a counterexample is shown where it ends",
    files: { "scheduler0_err.mch": { from: "examples/scheduler/scheduler0_err.mch" } },
    open: "scheduler0_err.mch",
    closed: true,
    async run(screen, world) {
      const file = join(world.folder, "scheduler0_err.mch");
      const report = JSON.parse(spawnSync(world.options.bin, ["check", file, "--format", "json"], { encoding: "utf8" }).stdout);
      const { trace } = report.violations[0];
      const view = await webView(screen, world, { trace });
      same(view.complaints, [], "complaints");
      await eventually("the steps", () => screen.history().count(), (count) => count === trace.length + 1);
      await sees(screen.region("Invariant"), "FALSE");
      holds((await screen.history().last().innerText()).includes(trace.at(-1).op), "the last step is that of the trace");
      view.close();
    },
  },
];
