// The notations as the program reads them: words and symbols of the tables in src/, sorted by how editors show them.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

const source = (path) => readFileSync(join(ROOT, "src", path), "utf8");

const unescape = (text) => text.replace(/\\(?:u([0-9A-F]{4})|(.))/g, (all, code, one) => (code ? String.fromCodePoint(parseInt(code, 16)) : one));

/** The rows of a table: NAME(ARGUMENT, …) on a line of its own, as [NAME, arguments]; quotes are taken off. */
function rows(path) {
  const found = [];
  for (const line of source(path).split("\n")) {
    const row = /^([A-Z]+)\((.*)\)\s*(?:\/\*.*)?$/.exec(line);
    if (!row) continue;
    const words = [...row[2].matchAll(/"((?:[^"\\]|\\.)*)"|([^\s,"][^,]*)/g)].map((m) => (m[1] === undefined ? m[2].trim() : unescape(m[1])));
    found.push([row[1], words]);
  }
  if (found.length === 0) throw new Error(`src/${path} has no rows`);
  return found;
}

const isWord = (text) => /^[A-Za-z]\w*$/.test(text);
const unique = (list) => [...new Set(list)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
/** The longest first: so an alternative never hides a longer one. */
const longest = (list) => unique(list).sort((a, b) => b.length - a.length);

/** Marks that only separate or enclose are no operators. */
const PUNCTUATION = new Set(["(", ")", "[", "]", "{", "}", ",", ";", ".", "'", "·", "⋅", "•"]);

/** Sets that are types for those who read, truth values and numbers, and functions: by the type of a name without operands. */
function classOfAtom(word, scheme) {
  if (!/-> POW\(/.test(scheme)) return "constants";
  return /^[a-z]/.test(word) ? "functions" : "types";
}

/** `soft` words are functions before a bracket, and names elsewhere. */
const empty = () => ({ clauses: [], control: [], functions: [], soft: [], operators: [], types: [], constants: [] });

function finish(notation) {
  const words = Object.fromEntries(Object.entries(notation.words).map(([name, list]) => [name, unique(list)]));
  return { ...notation, words, symbols: longest(notation.symbols.filter((text) => !PUNCTUATION.has(text))), signs: longest(notation.signs) };
}

function classicalB() {
  const words = empty();
  const symbols = [];
  const signs = []; // symbols for what is a type or a constant
  const late = [.../late\[\] = \{([^}]*)\}/.exec(source("syntax/lexer.c"))[1].matchAll(/NODE_(\w+)/g)].map((m) => m[1]);
  for (const [, [kind, ascii, , form, , , , , , , , scheme]] of rows("syntax/operators.def")) {
    if (!isWord(ascii)) continue;
    if (form === "ATOM") words[classOfAtom(ascii, scheme)].push(ascii);
    else if (form === "SOFT" || late.includes(kind)) words.soft.push(ascii);
    else words[form === "INFIX" || kind === "NOT" ? "operators" : "functions"].push(ascii);
  }
  const heads = ["MACHINE", "MODEL", "SYSTEM", "REFINEMENT", "IMPLEMENTATION"];
  for (const [row, [kind, word, node]] of rows("syntax/tokens.def")) {
    if (row === "CLAUSE") words.clauses.push(word);
    else if (row === "KEYWORD" && (kind === "REC" || kind === "STRUCT")) words.functions.push(word);
    else if (row === "KEYWORD") words[heads.includes(word) ? "clauses" : "control"].push(word);
    else if (row === "SPELLING") symbols.push(kind);
    else if (row === "SYMBOL" && (word === "ATOM" || word === "EMPTY_SET" || (word === "FUNC" && node !== "NOT"))) signs.push(kind);
    else if (row === "SYMBOL") symbols.push(kind);
  }
  return finish({
    id: "b",
    name: "B",
    endings: ["mch", "ref", "imp", "sys", "def"],
    line: "//",
    block: ["/*", "*/"],
    nested: false,
    heads,
    words,
    symbols,
    signs,
    // A letter behind one of these makes another name.
    tail: "₀-₉′‘’",
    pragmas: [...source("syntax/lexer.c").matchAll(/\{"([a-z-]+)",\s*TOKEN_[A-Z_]+\}/g)].map((m) => m[1]),
  });
}

function eventB() {
  const words = empty();
  const symbols = [];
  const signs = [];
  const list = /eventb_keywords\[\] = \{([^}]*)\}/.exec(source("eventb/notation/math_lexer.c"))[1];
  const clauses = new Set(["machine", "context", "refines", "sees", "extends", "variables", "invariants", "variant", "variants", "events", "sets", "constants", "axioms", "theorems"]);
  for (const [, word] of list.matchAll(/"(\w+)"/g)) words[clauses.has(word) ? "clauses" : "control"].push(word, word.toUpperCase());
  words.control.push("status", "STATUS");
  for (const [row, given] of rows("eventb/notation/math.def")) {
    const spellings = given.slice(row === "INFIX" ? 2 : 1);
    for (const text of spellings) {
      const word = isWord(text);
      if (row === "CONSTANT" && word) words[/^[a-z]/.test(text) && !/^(true|false)$/.test(text) ? "functions" : /^(INT|NAT1?|BOOL)$/.test(text) ? "types" : "constants"].push(text);
      else if (row === "CONSTANT" && text !== "{}") signs.push(text);
      else if (row === "CONSTANT") continue;
      else if (word) words[row === "INFIX" || given[0] === "NOT" ? "operators" : "functions"].push(text);
      else if (row === "FUNCTION" && given[0] !== "NOT") signs.push(text);
      else if (text !== "@") symbols.push(text);
    }
  }
  // Words of a formula are words of the notation even where an upper-case keyword is spelled like one.
  const formula = new Set([...words.functions, ...words.operators, ...words.types, ...words.constants]);
  for (const place of ["clauses", "control"]) words[place] = words[place].filter((word) => !formula.has(word));
  return finish({
    id: "eventb",
    name: "Event-B",
    endings: ["eventb"],
    line: "//",
    block: ["/*", "*/"],
    nested: false,
    heads: ["machine", "context", "event", "MACHINE", "CONTEXT", "EVENT"],
    words,
    symbols,
    signs,
    tail: "'",
    pragmas: [],
  });
}

function csp() {
  const words = empty();
  const symbols = [];
  const operators = new Set(["and", "or", "not"]);
  const clauses = new Set(["channel", "assert", "datatype", "subtype", "nametype", "external", "transparent", "module", "exports", "endmodule", "instance", "Timed"]);
  for (const [row, [, text]] of rows("csp/syntax/tokens.def")) {
    if (row === "KEYWORD") words[operators.has(text) ? "operators" : clauses.has(text) ? "clauses" : "control"].push(text);
    else if (row === "SYMBOL") symbols.push(text);
  }
  words.clauses.push("include", "print");
  for (const [, [, name, , type]] of rows("csp/names/builtins.def"))
    words[/->/.test(type) ? "functions" : /^\{/.test(type) ? "types" : "constants"].push(name);
  return finish({
    id: "csp",
    name: "CSP-M",
    endings: ["csp", "cspm", "fdr2", "fdr3"],
    line: "--",
    block: ["{-", "-}"],
    nested: true,
    heads: ["module", "datatype", "subtype", "nametype", "channel"],
    words,
    symbols,
    signs: [],
    tail: "'",
    properties: unique([...source("csp/syntax/parse_assert.c").matchAll(/\{"([a-z ]+)", CSP_/g)].map((m) => m[1])),
    models: unique([...source("csp/syntax/parse_assert.c").matchAll(/\{"([A-Z]+)", CSP_/g)].map((m) => m[1])),
  });
}

export const notations = () => [classicalB(), eventB(), csp()];
