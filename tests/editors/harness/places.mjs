// Where things are.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const HERE = dirname(dirname(fileURLToPath(import.meta.url)));
export const ROOT = dirname(dirname(HERE));
export const EDITORS = join(ROOT, "editors");
export const EXAMPLES = join(ROOT, "examples");

/** A folder with these files: name → text, or { from: path beneath the project }. */
export function newFolder(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), "probity-editor-"));
  for (const [name, source] of Object.entries(files)) {
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true });
    if (typeof source === "string") writeFileSync(target, source);
    else cpSync(join(ROOT, source.from), target, { recursive: true });
  }
  return folder;
}

export const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true });
