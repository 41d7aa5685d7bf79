#!/usr/bin/env node
// Tests of the page in a browser.
//
//   tests/browser/run.mjs [--bin PROGRAM] [--filter TEXT] [--jobs N] [--shots FOLDER] [--show]
//
// Each file of scenarios/ exports a list of scenarios: what a person does with a model, and what they see.  A scenario has
// a server, a folder and a tab of its own.  It also fails if the browser complains, of an error in a script or of a breach
// of the policy, or if the server does not end well.  --shots keeps a picture of the page at the end of each; --show
// opens windows.  The packages of package-lock.json are installed first.
// What is seen when one fails is kept in build/browser.
// The last line is `N passed, N failed`.  Without a browser nothing is tested: with CI=true that is a failure.
// --available tests nothing: it says what is missing, and its status is 1 then.
import { readdirSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "../../web/packages.mjs";
import { findChromium, launch } from "./harness/chromium.mjs";
import { HERE, ROOT } from "./harness/program.mjs";
import { runScenario } from "./harness/scenario.mjs";
import { checkTypes } from "./harness/types.mjs";

const { values: options } = parseArgs({
  options: {
    bin: { type: "string", default: join(ROOT, "build/release/probity") },
    filter: { type: "string", default: "" },
    jobs: { type: "string", default: String(os.cpus().length) },
    shots: { type: "string" },
    show: { type: "boolean", default: false },
    available: { type: "boolean", default: false },
    npm: { type: "string", default: process.env.NPM ?? "" },
  },
});

async function findScenarios() {
  const found = [];
  for (const file of readdirSync(join(HERE, "scenarios")).sort()) {
    if (!file.endsWith(".mjs")) continue;
    const { default: list } = await import(`./scenarios/${file}`);
    for (const one of list) found.push({ ...one, name: `${file.replace(".mjs", "")}: ${one.name}` });
  }
  return found.filter((one) => one.name.includes(options.filter));
}

const results = { passed: 0, failed: 0 };

async function report(name, run) {
  const start = performance.now();
  let problem = null;
  let remark = "";
  try {
    remark = (await run()) ?? "";
  } catch (error) {
    problem = error;
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  results[problem ? "failed" : "passed"]++;
  console.log(`${problem ? "FAILED" : "passed"} ${name} (${seconds} s)${remark ? `: ${remark}` : ""}`);
  if (problem) console.log(String(problem.name === "Unexpected" ? problem.message : (problem.stack ?? problem)).replace(/^/gm, "    "));
}

/** As many at a time as there are cores; those that measure run alone, afterwards. */
async function runAll(browser, scenarios) {
  const waiting = scenarios.filter((one) => !one.alone);
  const one = (scenario) => report(scenario.name, () => runScenario(browser, scenario, options));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await one(next);
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(options.jobs)) }, worker));
  for (const scenario of scenarios.filter((each) => each.alone)) await one(scenario);
}

/** What is missing for tests in a browser, or null. */
async function missing(chromium) {
  if (!chromium) return "no browser was found: tools/install-deps.sh --test installs chromium, PROBITY_CHROMIUM names another one";
  try {
    await installPackages(HERE, options.npm || null);
  } catch (error) {
    return `the packages of tests/browser/package-lock.json cannot be had: ${error.message}`;
  }
  return null;
}

const chromium = findChromium();
const problem = await missing(chromium);
if (options.available) {
  if (problem) console.log(problem);
  process.exit(problem ? 1 : 0);
}
if (problem) {
  if (process.env.CI === "true") await report("browser", () => Promise.reject(new Error(problem)));
  else console.log(`skipped: ${problem}`);
} else {
  if ("types".includes(options.filter)) await report("types of the page", checkTypes);
  const browser = await launch(chromium, options.show);
  try {
    await runAll(browser, await findScenarios());
  } finally {
    await browser.close();
  }
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
