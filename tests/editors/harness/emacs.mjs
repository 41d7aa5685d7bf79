// Emacs without a screen, with nothing of the user's.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { idOf } from "./colours.mjs";
import { EDITORS, HERE, newFolder, removeFolder } from "./places.mjs";

export const hasEmacs = () => spawnSync("emacs", ["--version"]).status === 0;

/** Runs a script of clients/ in Emacs; variables are its environment. */
export function emacs(script, variables, cwd) {
  // With -Q, packages of Debian would not be found.
  const run = spawnSync("emacs", ["--batch", "--no-init-file", "--no-site-file", "-L", join(EDITORS, "emacs"), "-L", join(HERE, "clients"), "-l", join(HERE, "clients", script)], {
    encoding: "utf8",
    cwd,
    timeout: 60_000,
    env: { ...process.env, LC_ALL: "C.UTF-8", ...variables },
  });
  if (run.status !== 0) throw new Error(`Emacs: ${run.error ?? ""}${(run.stderr + run.stdout).slice(0, 1000)}`);
  return run.stderr + run.stdout;
}

/** The classes of tokens, file by file. */
export function shownByEmacs(files, tokens) {
  const folder = newFolder();
  const [task, result] = [join(folder, "task.json"), join(folder, "result.json")];
  const places = (index) => tokens[index].map(({ line, column }) => [line, column]);
  writeFileSync(task, JSON.stringify(files.map((path, index) => ({ path, language: idOf(path), places: places(index) }))));
  emacs("colours.el", { PROBITY_TASK: task, PROBITY_RESULT: result });
  const shown = JSON.parse(readFileSync(result, "utf8"));
  removeFolder(folder);
  return shown;
}
