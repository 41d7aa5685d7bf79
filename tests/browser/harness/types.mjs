// The types of web/ are right.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { HERE, ROOT } from "./program.mjs";

export function checkTypes() {
  const packages = join(ROOT, "web/node_modules/preact");
  if (!existsSync(packages)) throw new Error("the packages of web/ are not installed: build the program first");
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(HERE, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", join(ROOT, "web/tsconfig.json")], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
}
