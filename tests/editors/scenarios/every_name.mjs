// Every name of some examples: what is said of it agrees, and under another name the model is the same.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { edited, placeOf } from "../harness/client.mjs";
import { holds } from "../harness/expect.mjs";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Renames what stands at a place, in all texts; what is wrong afterwards; then it is as before. */
async function rename(client, file, position, read) {
  const { documentChanges } = await client.at("rename", file, position, { newName: "fresh_name" });
  const before = new Map();
  for (const { textDocument, edits } of documentChanges) {
    const other = client.file(textDocument.uri);
    before.set(other, read(other));
    const text = edited(read(other), edits);
    if (client.versions.has(other)) client.change(other, text);
    else client.open(other, text);
  }
  await client.request("probity/settle");
  const wrong = [];
  for (const other of before.keys()) for (const one of client.published.get(client.uri(other))?.diagnostics ?? []) if (one.severity === 1) wrong.push(`${other}: ${one.message}`);
  for (const [other, text] of before) {
    if (other === file) client.change(other, text);
    else {
      client.close(other);
      client.versions.delete(other);
    }
  }
  await client.diagnostics(file);
  return wrong;
}

async function checkName(client, file, name, position, definition) {
  const problems = [];
  const references = await client.at("references", file, position, { context: { includeDeclaration: true } });
  const here = ({ uri, range }) => uri === client.uri(file) && range.start.line === position.line && range.start.character <= position.character && range.end.character > position.character;
  if (!references?.some(here)) problems.push("it is not among its references");
  if (!references?.some((one) => one.uri === definition.uri && same(one.range, definition.range))) problems.push("its declaration is not among its references");
  if (!(await client.at("hover", file, position))) problems.push("there is a definition, but no hover");
  const prepared = await client.at("prepareRename", file, position).catch(() => null);
  if (!prepared && name !== "INITIALISATION") problems.push("it cannot be renamed");
  return problems;
}

async function checkFile(client, file, read) {
  client.open(file);
  const text = read(file);
  if ((await client.diagnostics(file)).some((one) => one.severity === 1)) return { count: 0, problems: [] };
  const seen = new Set();
  const problems = [];
  for (const { 0: name, index } of text.matchAll(/[A-Za-z_][A-Za-z0-9_]*'?/g)) {
    const position = placeOf(text, index);
    const found = await client.at("definition", file, position);
    const definition = Array.isArray(found) ? found[0] : found;
    if (!definition) continue;
    const [uri, range] = [definition.targetUri ?? definition.uri, definition.targetSelectionRange ?? definition.range];
    const key = JSON.stringify([uri, range]);
    if (seen.has(key)) continue;
    seen.add(key);
    const say = (what) => problems.push(`${file}:${position.line + 1}:${position.character + 1}: ${name}: ${what}`);
    (await checkName(client, file, name, position, { uri, range })).forEach(say);
    const line = read(client.file(uri)).split("\n")[range.start.line];
    // Machines are renamed with their files, and the case of a parameter says what it is: both have scenarios of their own.
    if (name === "INITIALISATION" || /^(MACHINE|REFINEMENT|IMPLEMENTATION|SYSTEM|MODEL)\b/.test(line)) continue;
    (await rename(client, file, position, read)).forEach(say);
  }
  client.close(file);
  client.versions.delete(file);
  return { count: seen.size, problems };
}

export default ["features", "csp", "vending-machine"].map((where) => ({
  name: where,
  files: { [where]: { from: `examples/${where}` } },
  run: async ({ client, folder }) => {
    const read = (file) => readFileSync(join(folder, file), "utf8");
    const files = readdirSync(join(folder, where)).filter((file) => /\.(mch|ref|imp|eventb|csp)$/.test(file));
    let count = 0;
    for (const file of files.sort()) {
      const result = await checkFile(client, `${where}/${file}`, read);
      client.check(result.problems);
      count += result.count;
    }
    holds(count > 10, `there are names in ${where}`, count);
  },
}));
