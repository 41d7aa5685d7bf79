// The extension for VS Code: it compiles, its manifest is true, and it becomes a package.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { notations } from "../../../editors/grammars/tables.mjs";
import { holds, same } from "../harness/expect.mjs";
import { EDITORS } from "../harness/places.mjs";

const HOME = join(EDITORS, "vscode");
const build = (...options) => execFileSync(process.execPath, [join(HOME, "build.mjs"), ...options], { encoding: "utf8" });

export default [
  {
    name: "the same package each time, with all that its manifest names",
    server: false,
    run: ({ folder, npm }) => {
      const digests = ["a.vsix", "b.vsix"].map((name) => {
        build("--check", "--output", join(folder, name), ...(npm ? ["--npm", npm] : []));
        return createHash("sha256").update(readFileSync(join(folder, name))).digest("hex");
      });
      same(digests[0], digests[1], "the bytes of two packages");
      const unpacked = join(folder, "unpacked");
      execFileSync("python3", ["-m", "zipfile", "-e", join(folder, "a.vsix"), unpacked]);
      const about = JSON.parse(readFileSync(join(unpacked, "extension/package.json"), "utf8"));
      const { languages, grammars } = about.contributes;
      const named = [about.main, ...languages.map((one) => one.configuration), ...grammars.map((one) => one.path), "README.md", "LICENSE", "CHANGELOG.md"];
      for (const path of named) holds(existsSync(join(unpacked, "extension", path)), `${path} is in the package`);
      for (const path of ["extension.vsixmanifest", "[Content_Types].xml"]) holds(existsSync(join(unpacked, path)), `${path} is in the package`);
      execFileSync("xmllint", ["--noout", join(unpacked, "extension.vsixmanifest"), join(unpacked, "[Content_Types].xml")]);
    },
  },
  {
    name: "the manifest agrees with the notations and with the extension",
    server: false,
    run: () => {
      const { contributes } = JSON.parse(readFileSync(join(HOME, "package.json"), "utf8"));
      const shared = new Set([".sys", ".def"]); // of other programs, too: these are told by their first line
      for (const { id, endings } of notations()) {
        const language = contributes.languages.find((one) => one.id === id);
        same(language.extensions, endings.map((ending) => `.${ending}`).filter((ending) => !shared.has(ending)), `endings of ${id}`);
        const { scopeName } = JSON.parse(readFileSync(join(HOME, contributes.grammars.find((one) => one.language === id).path), "utf8"));
        same(scopeName, contributes.grammars.find((one) => one.language === id).scopeName, `scope of ${id}`);
        const configuration = JSON.parse(readFileSync(join(HOME, language.configuration), "utf8"));
        for (const pattern of [configuration.wordPattern, ...Object.values(configuration.indentationRules)]) new RegExp(pattern, "u");
      }
      const source = readFileSync(join(HOME, "src/extension.ts"), "utf8");
      const ofServer = new Set(["probity.check", "probity.animate", "probity.prove"]); // which announces them
      for (const { command } of contributes.commands) holds(ofServer.has(command) || source.includes(`registerCommand("${command}"`), `${command} is registered`);
      const titles = new Set(contributes.commands.map((one) => one.command));
      for (const list of Object.values(contributes.menus)) for (const { command } of list) holds(titles.has(command), `${command} of a menu is a command`);
    },
  },
];
