// What the grammars of VS Code make of texts.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { idOf } from "./colours.mjs";
import { EDITORS } from "./places.mjs";

const CLASSES = [
  [/^comment/, "comment"],
  [/^string/, "string"],
  [/^constant\.character/, "string"],
  [/^constant\.numeric/, "number"],
  [/^keyword\.operator/, "operator"],
  [/^keyword\.other\.pragma/, "comment"],
  [/^keyword/, "keyword"],
  [/^support\.function/, "function"],
  [/^support\.type/, "type"],
  [/^constant\.language/, "constant"],
  [/^entity\.name\.tag/, "label"],
  [/^meta\.embedded/, "plain"],
  [/^(variable|entity)/, "plain"],
];

const classOf = (scopes) => scopes.reduce((sofar, scope) => CLASSES.find(([pattern]) => pattern.test(scope))?.[1] ?? sofar, "plain");

/** The classes of tokens, file by file. */
export async function shownByTextmate(files, tokens) {
  const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(readFileSync(wasm).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({ createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns), createOnigString: (text) => new oniguruma.OnigString(text) }),
    loadGrammar: async (scope) => {
      const path = join(EDITORS, "vscode/syntaxes", `${scope.replace("source.", "").replace("cspm", "csp")}.tmLanguage.json`);
      return textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
    },
  });
  const shown = [];
  for (const [index, file] of files.entries()) {
    const id = idOf(file);
    const grammar = await registry.loadGrammar(`source.${id === "csp" ? "cspm" : id}`);
    let state = textmate.INITIAL;
    const lines = readFileSync(file, "utf8").split("\n").map((line) => {
      const result = grammar.tokenizeLine(line, state);
      state = result.ruleStack;
      return result.tokens;
    });
    shown.push(tokens[index].map(({ line, before }) => classOf(lines[line].find((one) => before.length >= one.startIndex && before.length < one.endIndex)?.scopes ?? [])));
  }
  return shown;
}
