// The words of the notations for probity.el.

const quote = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** An S-expression, broken into lines. */
function list(words, indent) {
  const lines = [];
  let line = "";
  for (const word of words.map(quote)) {
    if (line && line.length + word.length + indent.length > 90) {
      lines.push(line);
      line = "";
    }
    line += line ? ` ${word}` : word;
  }
  lines.push(line);
  return `(${lines.join(`\n${indent} `)})`;
}

export function emacs(notations) {
  const lines = [
    ";;; probity-words.el --- Words and symbols of B, Event-B and CSP-M  -*- lexical-binding: t; -*-",
    "",
    ";; Made by editors/grammars.mjs from the tables of the program.",
    "",
    ";;; Code:",
    "",
    "(defconst probity-words",
    "  '(",
  ];
  for (const notation of notations) {
    lines.push(`    (${notation.id}`);
    const parts = { ...notation.words, symbols: notation.symbols, signs: notation.signs, pragmas: notation.pragmas ?? [], properties: notation.properties ?? [] };
    for (const [place, words] of Object.entries(parts)) if (words.length) lines.push(`     (${place} . ${list(words, "      ")})`);
    lines[lines.length - 1] += ")";
  }
  lines.push('    )', '  "For each notation its words, by how they are shown.")', "", "(provide 'probity-words)", ";;; probity-words.el ends here", "");
  return lines.join("\n").replace(/'\(\n\s+\(/, "'((").replace(/\)\n {4}\)\n/, "))\n");
}
