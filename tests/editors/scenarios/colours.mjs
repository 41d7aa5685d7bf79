// The files that colour texts: made of the tables of the program, and right about each token that it reads.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stale } from "../../../editors/grammars.mjs";
import { compare, models, tokensOf } from "../harness/colours.mjs";
import { shownByEmacs } from "../harness/emacs.mjs";
import { same } from "../harness/expect.mjs";
import { EDITORS, ROOT } from "../harness/places.mjs";
import { shownByTextmate } from "../harness/textmate.mjs";
import { shownByVim } from "../harness/vim.mjs";

/** Emacs has one face for numbers and constants, and shows no formulas inside of strings. */
const asInEmacs = (token) => (token.template ? { ...token, wanted: undefined } : token.wanted === "number" ? { ...token, wanted: "constant" } : token);

export default [
  {
    name: "made of the tables",
    server: false,
    run: () => stale().map(([path]) => `${relative(ROOT, path)} is not what editors/grammars.mjs writes`),
  },
  {
    name: "TextMate",
    server: false,
    run: async ({ program }) => {
      const files = models();
      const tokens = files.map((file) => tokensOf(program, file));
      return compare(files, tokens, await shownByTextmate(files, tokens));
    },
  },
  {
    name: "Vim",
    needs: "nvim",
    server: false,
    run: ({ program }) => {
      const files = models();
      const tokens = files.map((file) => tokensOf(program, file));
      return compare(files, tokens, shownByVim(files, tokens));
    },
  },
  {
    name: "Emacs",
    needs: "emacs",
    server: false,
    run: ({ program }) => {
      const files = models().filter((file) => /samples|features|csp/.test(file));
      const tokens = files.map((file) => tokensOf(program, file).map(asInEmacs));
      return compare(files, tokens, shownByEmacs(files, tokens));
    },
  },
  {
    name: "Emacs compiles its modes without a warning",
    needs: "emacs",
    server: false,
    run: ({ folder }) => {
      for (const name of ["probity.el", "probity-words.el"]) copyFileSync(join(EDITORS, "emacs", name), join(folder, name));
      execFileSync("emacs", ["--batch", "-Q", "-L", folder, "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", join(folder, "probity-words.el"), join(folder, "probity.el")], { stdio: "pipe" });
    },
  },
  {
    name: "Kate",
    server: false,
    run: () => {
      for (const id of ["b", "eventb", "csp"]) {
        const file = join(EDITORS, `kate/probity-${id}.xml`);
        execFileSync("xmllint", ["--noout", file]);
        const text = readFileSync(file, "utf8");
        // Every style, list and context that a rule names is there.
        for (const [attribute, element] of [["attribute", "itemData name"], ["context", "context name"], ["String", "list name"]]) {
          const names = new Set([...text.matchAll(new RegExp(`<${element}="([^"]*)"`, "g"))].map((m) => m[1]));
          const rules = attribute === "String" ? /<keyword String="([^"]*)"/g : new RegExp(`<(?!IncludeRules)\\w+ [^>]*\\b${attribute}="([^"#]+)"`, "g");
          same([...text.matchAll(rules)].map((m) => m[1]).filter((name) => !names.has(name)), [], `${file}: ${attribute}`);
        }
      }
    },
  },
];
