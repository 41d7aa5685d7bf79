// Syntax files for Vim and Neovim.

/** Text for \V: only the backslash and the slash that ends the pattern are special. */
const escape = (text) => text.replace(/[\\/]/g, "\\$&");
const either = (list) => `/\\V\\%(${list.map(escape).join("\\|")}\\)/`;

const GROUPS = { clauses: "Statement", control: "Conditional", functions: "Function", operators: "Operator", types: "Type", constants: "Constant" };

function literals(id) {
  if (id === "csp")
    return [
      `syn region ${id}String start=/"/ skip=/\\\\./ end=/"/ oneline`,
      `syn match ${id}Character /\\%([A-Za-z0-9_']\\)\\@1<!'\\%(\\\\.\\|[^\\\\']\\)'/`,
      `syn match ${id}Number /\\<\\d\\+\\>/`,
    ];
  if (id === "eventb")
    return [`syn match ${id}Label /@\\%(\`[^\`]*\`\\|\\S\\+\\)/`, `syn match ${id}Name /\`[^\`]\\+\`/`, `syn match ${id}Number /\\<\\d\\+\\>/`];
  return [
    `syn region ${id}String start=/"/ skip=/\\\\./ end=/"/ oneline`,
    `syn region ${id}String start=/'''/ skip=/\\\\./ end=/'''/`,
    `syn region ${id}Template start=/\`\`\`/ skip=/\\\\./ end=/\`\`\`/ contains=${id}Hole`,
    `syn region ${id}Hole matchgroup=${id}Special start=/\\$\\%(\\[[A-Za-z0-9,]*\\]\\)\\={/ end=/}/ contained contains=TOP`,
    `syn region ${id}Braces start=/{/ end=/}/ transparent contains=TOP`,
    `syn match ${id}Name /\`\\@1<!\`\\%(\\\\.\\|[^\`\\\\]\\)\\+\`\`\\@!/`,
    `syn match ${id}Number /\\<\\%(0x\\x\\+\\|\\d\\+\\.\\d\\+\\%([eE][-+]\\=\\d\\+\\)\\=\\|\\d\\+\\%(_\\d\\+\\)*\\)\\>/`,
    `syn match ${id}Operator /\\$0\\>/`,
  ];
}

/** `syn keyword` reads these as options. */
const OPTIONS = new Set(["conceal", "cchar", "contained", "containedin", "nextgroup", "transparent", "skipwhite", "skipempty", "skipnl"]);

function keywords(group, words) {
  const plain = words.filter((word) => !OPTIONS.has(word));
  const others = words.filter((word) => OPTIONS.has(word));
  return [`syn keyword ${group} ${plain.join(" ")}`, ...others.map((word) => `syn match ${group} /\\<${word}\\>/`)];
}

/** The syntax file of a notation. */
export function vim(notation) {
  const { id } = notation;
  const lines = [
    `" Vim syntax file: ${notation.name}, as probity reads it.  Made by editors/grammars.mjs.`,
    'if exists("b:current_syntax")',
    "  finish",
    "endif",
    "",
    "syn case match",
    "syn iskeyword @,48-57,_,192-255",
    "syn spell notoplevel",
    "",
  ];
  // What stands further down in the file wins where two matches begin at one place.
  lines.push(`syn match ${id}Operator ${either(notation.symbols)}`);
  if (notation.signs.length) lines.push(`syn match ${id}Constant ${either(notation.signs)}`);
  lines.push(...literals(id));
  if (id === "csp") {
    lines.push(`syn match ${id}Operator /\\[\\u\\+==\\@!/`);
    lines.push(`syn region ${id}Property matchgroup=${id}Operator start=/:\\[/ end=/\\]/ contains=${id}Model oneline`, `syn match ${id}Model /\\[\\a\\+\\]/ contained`);
  }
  lines.push("");
  for (const [place, group] of Object.entries(GROUPS)) lines.push(...keywords(`${id}${group}`, notation.words[place]));
  if (notation.words.soft.length) lines.push(`syn match ${id}Function /\\<\\%(${notation.words.soft.join("\\|")}\\)\\>\\ze\\s*(/`);
  lines.push(
    "",
    `syn keyword ${id}Todo TODO FIXME XXX contained`,
    `syn match ${id}LineComment ${either([notation.line]).slice(0, -1)}\\.\\*/ contains=${id}Todo,@Spell`,
    `syn region ${id}Comment start=/\\V${escape(notation.block[0])}/ end=/\\V${escape(notation.block[1])}/ contains=${notation.nested ? `${id}Comment,` : ""}${id}Todo,@Spell`,
  );
  if (notation.pragmas?.length)
    lines.push(`syn region ${id}Pragma start=/\\/\\*@\\s*\\%(${notation.pragmas.join("\\|")}\\)\\%([[:space:]"]\\|\\*\\/\\)\\@=/ end=/\\*\\//`);
  lines.push("", "syn sync minlines=500", "");
  const links = { ...Object.fromEntries(Object.values(GROUPS).map((group) => [group, group])), String: "String", Number: "Number", Comment: "Comment", LineComment: "Comment", Todo: "Todo" };
  if (id === "b") Object.assign(links, { Template: "String", Special: "Special", Pragma: "PreProc", Name: "Identifier" });
  if (id === "eventb") Object.assign(links, { Label: "Label", Name: "Identifier" });
  if (id === "csp") Object.assign(links, { Character: "Character", Property: "Special", Model: "Special" });
  for (const [group, target] of Object.entries(links)) lines.push(`hi def link ${id}${group} ${target}`);
  lines.push("", `let b:current_syntax = "${id}"`, "");
  return lines.join("\n");
}
