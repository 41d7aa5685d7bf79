// How quickly the server answers: what a person waits for, from the change of a text to the answer.
import { Client } from "./client.mjs";
import { largeMachine, largeProject } from "./large.mjs";
import { newFolder, removeFolder } from "./places.mjs";

/** Milliseconds of `work`, `count` times. */
async function times(count, work) {
  const list = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await work(i);
    list.push(performance.now() - start);
  }
  return list;
}

async function within(program, files, work) {
  const folder = newFolder(files);
  try {
    const client = await Client.start([program], folder, { name: "measures" });
    const result = await work(client);
    const problems = await client.stop();
    if (problems.length) throw new Error(problems.join("\n"));
    return result;
  } finally {
    removeFolder(folder);
  }
}

/** Changes a number in the middle of a machine: alternately well-typed and not, so that there is something to tell. */
const typing = (client, file) => {
  const text = client.texts.get(file);
  const middle = text.indexOf("1000 &", text.length / 2);
  const before = text.slice(0, middle).split("\n");
  const at = { line: before.length - 1, character: before.at(-1).length };
  let long = 4;
  return (i) => {
    const wanted = i % 2 ? "1000" : "TRUE";
    client.change(file, [{ range: { start: at, end: { ...at, character: at.character + long } }, text: wanted }]);
    long = wanted.length;
  };
};

/** From a change of a machine to its diagnostics. */
export const diagnosticsAfterChange = (program, lines, count) =>
  within(program, { "Large.mch": largeMachine(lines) }, async (client) => {
    client.open("Large.mch");
    await client.diagnostics("Large.mch");
    const change = typing(client, "Large.mch");
    return times(count, async (i) => {
      change(i);
      const found = await client.diagnostics("Large.mch");
      if ((found.length > 0) !== (i % 2 === 0)) throw new Error(`change ${i}: ${found.length} diagnostics`);
    });
  });

/** From opening a machine to its diagnostics. */
export const diagnosticsAfterOpening = (program, lines, count) =>
  within(program, { "Large.mch": largeMachine(lines) }, (client) =>
    times(count, async () => {
      client.open("Large.mch");
      client.published.clear();
      await client.diagnostics("Large.mch");
      client.close("Large.mch");
    }),
  );

/** Completion in the middle of a machine that was changed just before. */
export const completionAfterChange = (program, lines, count) =>
  within(program, { "Large.mch": largeMachine(lines) }, async (client) => {
    client.open("Large.mch");
    await client.diagnostics("Large.mch");
    const text = client.texts.get("Large.mch");
    const middle = text.indexOf("THEN", text.length / 2);
    const before = text.slice(0, middle).split("\n");
    const at = { line: before.length - 1, character: before.at(-1).length };
    client.change("Large.mch", [{ range: { start: at, end: at }, text: "& v" }]);
    let { character } = at;
    const list = [];
    for (let i = 0; i < count; i++) {
      await client.diagnostics("Large.mch"); // one letter, some time, the next one
      const start = performance.now();
      const place = { line: at.line, character: character + 3 };
      client.change("Large.mch", [{ range: { start: place, end: place }, text: String(i % 10) }]);
      character++;
      const answer = await client.at("completion", "Large.mch", { line: at.line, character: character + 3 }, { context: { triggerKind: 1 } });
      list.push(performance.now() - start);
      if (i === 0 && !(answer.items ?? answer).some((one) => one.label === "v0")) throw new Error("v0 is not offered");
    }
    return list;
  });

/** Renaming a variable that all machines of a project use. */
export const renameOverFiles = (program, files, count) =>
  within(program, largeProject(files), async (client) => {
    client.open("Base.mch");
    await client.diagnostics("Base.mch");
    return times(count, async (i) => {
      const { documentChanges } = await client.at("rename", "Base.mch", { line: 1, character: 12 }, { newName: `height${i}` });
      if (documentChanges.length !== files) throw new Error(`${documentChanges.length} files are changed`);
    });
  });

/** A request about a large machine that was opened and analysed. */
export const requestOf = (program, lines, count, method, more = {}) =>
  within(program, { "Large.mch": largeMachine(lines) }, async (client) => {
    client.open("Large.mch");
    await client.diagnostics("Large.mch");
    return times(count, () => client.about(method, "Large.mch", more));
  });

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
export const worst = (list) => Math.max(...list);
