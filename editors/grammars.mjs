#!/usr/bin/env node
// Writes the files that colour models in editors, from the tables of words and symbols that the program itself is made of.
//
//   editors/grammars.mjs            writes them
//   editors/grammars.mjs --check    says which of them are not what it would write; status 1 then
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { emacs } from "./grammars/emacs.mjs";
import { kate } from "./grammars/kate.mjs";
import { notations, ROOT } from "./grammars/tables.mjs";
import { textmate } from "./grammars/textmate.mjs";
import { vim } from "./grammars/vim.mjs";

/** Path beneath editors/ → content. */
export function grammarFiles() {
  const all = notations();
  const files = { "emacs/probity-words.el": emacs(all) };
  for (const notation of all) {
    files[`vscode/syntaxes/${notation.id}.tmLanguage.json`] = `${JSON.stringify(textmate(notation), null, 2)}\n`;
    files[`vim/syntax/${notation.id}.vim`] = vim(notation);
    files[`kate/probity-${notation.id}.xml`] = kate(notation);
  }
  return files;
}

/** The files that are not as the tables want them. */
export const stale = () =>
  Object.entries(grammarFiles())
    .map(([name, content]) => [join(ROOT, "editors", name), content])
    .filter(([path, content]) => !existsSync(path) || readFileSync(path, "utf8") !== content);

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const check = process.argv[2] === "--check";
  for (const [path, content] of stale()) {
    console.log(`${relative(ROOT, path)}${check ? ": is not what editors/grammars.mjs makes of the tables" : ""}`);
    if (check) process.exitCode = 1;
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }
}
