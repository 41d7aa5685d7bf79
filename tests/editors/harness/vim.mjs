// Neovim without a screen, with nothing of the user's.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { idOf } from "./colours.mjs";
import { EDITORS, HERE, newFolder, removeFolder } from "./places.mjs";

export const hasNeovim = () => spawnSync("nvim", ["--version"]).status === 0;

/** Runs a script of clients/ in Neovim; variables are its environment. */
export function neovim(script, variables, cwd) {
  const run = spawnSync("nvim", ["--clean", "--headless", "-i", "NONE", "--cmd", "let g:probity = v:false", "--cmd", `set runtimepath^=${join(EDITORS, "vim")}`, "-c", `luafile ${join(HERE, "clients", script)}`], {
    encoding: "utf8",
    cwd,
    timeout: 60_000,
    env: { ...process.env, ...variables },
  });
  if (run.status !== 0) throw new Error(`Neovim: ${run.error ?? ""}${run.stderr}${run.stdout}`);
  return run.stderr;
}

/** The classes of tokens, file by file. */
export function shownByVim(files, tokens) {
  const folder = newFolder();
  const [task, result] = [join(folder, "task.json"), join(folder, "result.json")];
  const places = (index) => tokens[index].map(({ line, before }) => [line, Buffer.byteLength(before)]);
  writeFileSync(task, JSON.stringify(files.map((path, index) => ({ path, language: idOf(path), places: places(index) }))));
  neovim("colours.lua", { PROBITY_TASK: task, PROBITY_RESULT: result });
  const shown = JSON.parse(readFileSync(result, "utf8"));
  removeFolder(folder);
  return shown;
}
