// Grammars for VS Code and other editors that read TextMate's.

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
const either = (list) => list.map(escape).join("|");

/** Words that stand alone; what follows a name is part of it. */
function word(notation, list, before = "") {
  return `(?<![\\p{L}\\p{N}_@\`])(?:${either(list)})(?![\\p{L}\\p{N}_${notation.tail}])${before}`;
}

const NAME = { b: "[\\p{L}][\\p{L}\\p{N}_]*[₀-₉]*[′‘’]?", eventb: "[\\p{L}_][\\p{L}\\p{N}_]*'?", csp: "[A-Za-z][A-Za-z0-9_]*'*" };

function comments(notation, id) {
  const [open, close] = notation.block.map(escape);
  const block = { name: `comment.block.${id}`, begin: open, end: close };
  if (notation.nested) block.patterns = [{ include: "#block-comment" }];
  return { "block-comment": block, "line-comment": { name: `comment.line.${id}`, match: `${escape(notation.line)}.*$` } };
}

function literals(notation, id) {
  const escapes = { patterns: [{ name: `constant.character.escape.${id}`, match: "\\\\." }] };
  const string = { name: `string.quoted.double.${id}`, begin: '"', end: '"|$', ...escapes };
  if (id === "csp")
    return [
      string,
      { name: `string.quoted.single.${id}`, match: "(?<![A-Za-z0-9_'])'(?:\\\\.|[^\\\\'])'" },
      { name: `constant.numeric.${id}`, match: "(?<![A-Za-z0-9_'])[0-9]+" },
    ];
  if (id === "eventb")
    return [
      { name: `entity.name.tag.${id}`, match: "@(?:`[^`]*`|\\S+)" },
      { name: `variable.other.quoted.${id}`, match: "`[^`]+`" },
      { name: `constant.numeric.${id}`, match: "(?<![\\p{L}\\p{N}_])[0-9]+" },
    ];
  const hole = {
    name: `meta.embedded.${id}`,
    begin: "\\$(?:\\[[A-Za-z0-9,]*\\])?\\{",
    beginCaptures: { 0: { name: `punctuation.section.embedded.${id}` } },
    end: "\\}",
    endCaptures: { 0: { name: `punctuation.section.embedded.${id}` } },
    patterns: [{ include: "#braces" }, { include: "$self" }],
  };
  return [
    { name: `string.quoted.triple.${id}`, begin: "'''", end: "'''", ...escapes },
    { name: `string.interpolated.${id}`, begin: "```", end: "```", patterns: [...escapes.patterns, hole] },
    string,
    { name: `variable.other.quoted.${id}`, match: "`(?:[^`\\\\]|\\\\.)*`" },
    { name: `constant.numeric.${id}`, match: "(?<![\\p{L}\\p{N}_])(?:0x[0-9A-Fa-f]+|[0-9]+\\.[0-9]+(?:[eE][-+]?[0-9]+)?|[0-9]+(?:_[0-9]+)*)" },
    { name: `keyword.operator.old.${id}`, match: "\\$0(?![A-Za-z0-9])" },
  ];
}

function ofWords(notation, id) {
  const { clauses, control, functions, soft, operators, types, constants } = notation.words;
  const name = NAME[id];
  const head = {
    match: `${word(notation, notation.heads)}\\s+(${name})`,
    captures: { 0: { name: `meta.declaration.${id}` }, 1: { name: `entity.name.type.${id}` } },
  };
  // The word before the name has the class of all such words.
  head.match = `(${word(notation, notation.heads)})\\s+(?!(?:${either([...clauses, ...control])})\\b)(${name})`;
  head.captures = { 1: { name: `keyword.other.clause.${id}` }, 2: { name: `entity.name.type.${id}` } };
  const patterns = [
    head,
    { name: `keyword.other.clause.${id}`, match: word(notation, clauses) },
    { name: `keyword.control.${id}`, match: word(notation, control) },
    { name: `support.function.${id}`, match: word(notation, functions) },
    { name: `keyword.operator.word.${id}`, match: word(notation, operators) },
    { name: `support.type.${id}`, match: word(notation, types) },
    { name: `constant.language.${id}`, match: word(notation, constants) },
  ];
  if (soft.length) patterns.push({ name: `support.function.${id}`, match: word(notation, soft, "(?=\\s*\\()") });
  return patterns;
}

function symbols(notation, id) {
  const patterns = [];
  if (id === "csp") {
    patterns.push({
      name: `meta.property.${id}`,
      begin: ":\\[",
      end: "\\]",
      beginCaptures: { 0: { name: `keyword.operator.${id}` } },
      endCaptures: { 0: { name: `keyword.operator.${id}` } },
      patterns: [{ name: `keyword.other.property.${id}`, match: `\\b(?:${either([...new Set(notation.properties.join(" ").split(" "))])})\\b|\\b(?:${notation.models.join("|")})\\b` }, { include: "$self" }],
    });
    patterns.push({ name: `keyword.operator.refinement.${id}`, match: "\\[[A-Z]+=(?!=)" });
  }
  patterns.push({ name: `keyword.operator.${id}`, match: either(notation.symbols) });
  return patterns;
}

/** Symbols that would be letters of names elsewhere: ℕ, λ. */
function letters(notation, id) {
  const binders = notation.symbols.filter((text) => /^\p{L}/u.test(text));
  const patterns = [];
  if (notation.signs.length) patterns.push({ name: `constant.language.sign.${id}`, match: either(notation.signs) });
  if (binders.length) patterns.push({ name: `keyword.operator.${id}`, match: either(binders) });
  return patterns;
}

/** The grammar of a notation, as TextMate has them. */
export function textmate(notation) {
  const id = notation.id;
  const repository = { ...comments(notation, id), braces: { begin: "\\{", end: "\\}", patterns: [{ include: "#braces" }, { include: "$self" }] } };
  if (id !== "b") delete repository.braces;
  const patterns = [];
  if (notation.pragmas?.length)
    patterns.push({
      name: `comment.block.pragma.${id}`,
      begin: `/\\*@\\s*(${either([...notation.pragmas].sort((a, b) => b.length - a.length))})(?=[\\s"]|\\*/)`,
      beginCaptures: { 1: { name: `keyword.other.pragma.${id}` } },
      end: "\\*/",
    });
  patterns.push({ include: "#block-comment" }, { include: "#line-comment" });
  patterns.push(...literals(notation, id), ...ofWords(notation, id), ...letters(notation, id), { match: NAME[id] }, ...symbols(notation, id));
  return { name: notation.name, scopeName: `source.${id === "csp" ? "cspm" : id}`, fileTypes: notation.endings, patterns, repository };
}
