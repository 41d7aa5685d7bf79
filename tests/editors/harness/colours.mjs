// What editors show of a token, compared with what the program reads there.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { notations } from "../../../editors/grammars/tables.mjs";
import { EXAMPLES, HERE } from "./places.mjs";

const all = new Map(notations().map((one) => [one.id, one]));
const CLASS = { clauses: "keyword", control: "keyword", functions: "function", soft: "function", operators: "operator", types: "type", constants: "constant" };

export const idOf = (file) => [...all.values()].find((one) => one.endings.some((ending) => file.endsWith(`.${ending}`)))?.id;

function* filesBelow(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesBelow(path);
    else if (idOf(name)) yield path;
  }
}

/** Models of the examples and of samples/ whose tokens are known: those of Event-B only if they are listed. */
export const models = () => [...filesBelow(EXAMPLES), ...filesBelow(join(HERE, "samples"))].filter((file) => idOf(file) !== "eventb" || existsSync(`${file}.json`));

/** The class that a token is to have; undefined: nobody minds. */
function wantedClass(notation, what, text) {
  const word = Object.entries(notation.words).find(([, list]) => list.includes(text))?.[0];
  if (what === "a name") return word ? undefined : "plain";
  if (text.length > 1 && /^'}'|^the format/.test(what)) return undefined; // around holes of templates
  if (/string|character|'```'/.test(what)) return "string";
  if (/number/.test(what)) return "number";
  if (/pragma/.test(what)) return "comment";
  if (word) return CLASS[word];
  if (notation.signs.includes(text)) return "constant";
  if (notation.symbols.includes(text) || text === "$0" || /^\[[A-Z]+=$/.test(text)) return "operator";
  return "plain";
}

/** Tokens that are written down, in order, in a list beside the file. */
function listedTokens(file) {
  const text = readFileSync(file, "utf8");
  let at = 0;
  return JSON.parse(readFileSync(`${file}.json`, "utf8")).map(([wanted, kind]) => {
    at = text.indexOf(wanted, at);
    if (at < 0) throw new Error(`${file} has no ${wanted} where it should be`);
    const begin = text.lastIndexOf("\n", at - 1) + 1;
    const before = text.slice(begin, at);
    at += wanted.length;
    return { line: text.slice(0, begin).split("\n").length - 1, column: Array.from(before).length, text: wanted, wanted: kind, before };
  });
}

/** Tokens of a file as the program reads them: {line, column (both from 0, in characters), text, wanted, before: the text of the line up to it}. */
export function tokensOf(program, file) {
  if (existsSync(`${file}.json`)) return listedTokens(file);
  const notation = all.get(idOf(file));
  const run = spawnSync(program, ["dump", "tokens", file], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`${file}: ${run.stderr}`);
  const lines = readFileSync(file, "utf8").split("\n");
  const found = [];
  let property = false; // :[deadlock free]
  let template = false;
  for (const [, line, column, what, text] of run.stdout.matchAll(/^(\d+):(\d+) (.*?) {2}(.*)$/gm)) {
    if (what === "the end of the text") continue;
    const characters = Array.from(lines[line - 1] ?? "");
    const wanted = wantedClass(notation, what, text);
    const inside = property;
    property = text === ":[" || (property && text !== "]");
    template = what === "a template string" || (template && what !== "'```'");
    if (wanted && text && !inside) found.push({ line: line - 1, column: column - 1, text, wanted, template, before: characters.slice(0, column - 1).join("") });
  }
  if (found.length < 3) throw new Error(`${file}: only ${found.length} tokens`);
  return found;
}

/** For each of these files, what is shown otherwise than wanted; `shown` gives the class at each token. */
export function compare(files, tokens, shown) {
  const problems = [];
  files.forEach((file, index) => {
    tokens[index].forEach((token, at) => {
      const found = shown[index][at];
      if (token.wanted && found !== token.wanted) problems.push(`${file}:${token.line + 1}:${token.column + 1}: ${token.text} is shown as ${found}, wanted ${token.wanted}`);
    });
  });
  return problems;
}
