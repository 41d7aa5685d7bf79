// The program that is tested: one `probity serve` for each scenario, with a folder of its own.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const HERE = dirname(dirname(fileURLToPath(import.meta.url)));
export const ROOT = dirname(dirname(HERE));

/** A folder with copies: `files` names files of examples/ or of models/ beside this folder, or gives their text. */
export function newFolder(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), "probity-page-"));
  for (const [name, source] of Object.entries(files)) {
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true });
    if (typeof source === "string") writeFileSync(target, source);
    else cpSync(join(ROOT, source.from), target, { recursive: true });
  }
  return folder;
}

export const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true });

/** Starts the server; resolves with its address and how to stop it. */
export function serve(command, operand, options = []) {
  const started = performance.now();
  const child = spawn(command[0], [...command.slice(1), operand, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let complaints = "";
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal })));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT");
    const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
    const how = await ended;
    clearTimeout(timer);
    return { ...how, complaints };
  };
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.stderr.setEncoding("utf8").on("data", (text) => (complaints += text));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      const address = /http:\/\/127\.0\.0\.1:\d+\/#[0-9a-f]+/.exec(said)?.[0];
      if (address) resolve({ address, stop, started, pid: child.pid });
    });
    void ended.then(({ code }) => reject(new Error(`serve ended with ${code} before it gave its address: ${complaints}`)));
  });
}
