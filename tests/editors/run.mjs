#!/usr/bin/env node
// Tests of the language server and of the set-ups for editors.
//
//   tests/editors/run.mjs [--bin PROGRAM] [--filter TEXT] [--jobs N]
//
// Each file of scenarios/ exports a list of scenarios: { name, run }, with `files` in a folder of its own, and, unless
// `server` is false, a client of `probity lsp` there.  A scenario also fails if the server says what the protocol does not
// allow, says anything on standard error, or does not end well.  `alone` measures time; `needs` names an editor: without it the
// scenario is skipped, but not where CI=true.  The packages of package-lock.json are installed first.
// The last line is `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import os from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "../../web/packages.mjs";
import { EDITORS, HERE, newFolder, removeFolder, ROOT } from "./harness/places.mjs";

const { values: options } = parseArgs({
  options: {
    bin: { type: "string", default: join(ROOT, "build/release/probity") },
    filter: { type: "string", default: "" },
    jobs: { type: "string", default: String(os.cpus().length) },
  },
});
const program = resolve(options.bin);
const npm = spawnSync("npm", ["--version"]).status === 0 ? "npm" : null;

const installed = new Map();
function hasEditor(name) {
  if (!installed.has(name)) installed.set(name, spawnSync(name, ["--version"]).status === 0);
  return installed.get(name);
}

const results = { passed: 0, failed: 0 };

async function report(name, run) {
  const start = performance.now();
  let problems;
  try {
    problems = (await run()) ?? [];
  } catch (error) {
    problems = [error.name === "Unexpected" ? error.message : (error.stack ?? String(error))];
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  results[problems.length ? "failed" : "passed"]++;
  console.log(`${problems.length ? "FAILED" : "passed"} ${name} (${seconds} s)`);
  for (const problem of problems.slice(0, 20)) console.log(String(problem).replace(/^/gm, "    "));
}

async function runOne(scenario) {
  const folder = newFolder(scenario.files ?? {});
  try {
    if (scenario.server === false) return await scenario.run({ folder, program, npm });
    const { Client } = await import("./harness/client.mjs");
    const client = await Client.start([program], folder, { ...scenario.client, name: scenario.name });
    try {
      await scenario.run({ client, folder, program });
    } catch (error) {
      client.check([error.name === "Unexpected" || error.code ? error.message : (error.stack ?? String(error))]);
    }
    return await client.stop();
  } finally {
    removeFolder(folder);
  }
}

async function findScenarios() {
  const found = [];
  for (const file of readdirSync(join(HERE, "scenarios")).sort()) {
    const { default: list } = await import(`./scenarios/${file}`);
    for (const one of list) found.push({ ...one, name: `${file.replace(".mjs", "")}: ${one.name}` });
  }
  return found.filter((one) => one.name.includes(options.filter));
}

async function runAll(scenarios) {
  const waiting = scenarios.filter((one) => !one.alone);
  const one = async (scenario) => {
    if (scenario.needs && !hasEditor(scenario.needs) && process.env.CI !== "true") console.log(`skipped ${scenario.name}: no ${scenario.needs}`);
    else await report(scenario.name, () => runOne(scenario));
  };
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await one(next);
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(options.jobs)) }, worker));
  for (const scenario of scenarios.filter((each) => each.alone)) await one(scenario);
}

await installPackages(HERE, npm);
await installPackages(join(EDITORS, "vscode"), npm);
await runAll(await findScenarios());
const { checkTypes, messageCount } = await import("./harness/protocol.mjs");
if (messageCount() > 0) await report(`protocol: ${messageCount()} messages`, () => checkTypes(join(EDITORS, "vscode/node_modules/typescript/bin/tsc")));
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed ? 1 : 0;
