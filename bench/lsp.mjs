#!/usr/bin/env node
// How quickly the language server answers, against its bars.
//
//   bench/lsp.mjs [--bin PROGRAM] [--count N]
//
// Each line: what, the median and the worst of N times in milliseconds, and the bar.  Status 1 if a median is above its bar.
// Node.js's part is measured with it: a person waits for both.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { HERE, ROOT } from "../tests/editors/harness/places.mjs";
import { installPackages } from "../web/packages.mjs";

const { values } = parseArgs({
  options: { bin: { type: "string", default: join(ROOT, "build/release/probity") }, count: { type: "string", default: "21" } },
});
const program = resolve(values.bin);
const count = Number(values.count);
await installPackages(HERE, spawnSync("npm", ["--version"]).status === 0 ? "npm" : null);
const m = await import("../tests/editors/harness/measures.mjs");

const rows = [
  ["diagnostics after a change, 2,000 lines", 50, () => m.diagnosticsAfterChange(program, 2000, count)],
  ["completion after a change, 2,000 lines", 20, () => m.completionAfterChange(program, 2000, count)],
  ["renaming over 50 files", 500, () => m.renameOverFiles(program, 50, count)],
  ["symbols, 2,000 lines", null, () => m.requestOf(program, 2000, count, "documentSymbol")],
  ["symbols, 50,000 lines", null, () => m.requestOf(program, 50_000, Math.min(count, 5), "documentSymbol")],
  ["completion after a change, 50,000 lines", null, () => m.completionAfterChange(program, 50_000, Math.min(count, 5))],
  ["diagnostics after a change, 50,000 lines", null, () => m.diagnosticsAfterChange(program, 50_000, Math.min(count, 5))],
  ["diagnostics after opening, 2,000 lines", null, () => m.diagnosticsAfterOpening(program, 2000, count)],
  ["diagnostics after opening, 50,000 lines", null, () => m.diagnosticsAfterOpening(program, 50_000, Math.min(count, 5))],
];
console.log(`${"".padEnd(44)} median  worst    bar`);
for (const [what, bar, measure] of rows) {
  const list = await measure();
  const late = bar !== null && m.median(list) > bar;
  console.log(`${what.padEnd(44)} ${m.median(list).toFixed(1).padStart(6)} ${m.worst(list).toFixed(1).padStart(6)} ${String(bar ?? "").padStart(6)}${late ? "  too slow" : ""}`);
  if (late) process.exitCode = 1;
}
