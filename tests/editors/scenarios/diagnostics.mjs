// Mistakes are shown while one types, of all texts that belong together.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everything, find, slice } from "../harness/client.mjs";
import { contains, holds, only, same } from "../harness/expect.mjs";
import { CHANNELS, PROJECT, VALVE } from "../harness/models.mjs";

const error = 1;

export default [
  {
    name: "examples without mistakes have none",
    files: { examples: { from: "examples" } },
    run: async ({ client }) => {
      const files = ["scheduler/scheduler.mch", "scheduler/scheduler1.ref", "csp/philosophers.csp", "vending-machine/vending.eventb", "features/lockers_code.imp", "features/numbers.def", "vending/vending0.sys"];
      for (const file of files) client.open(`examples/${file}`);
      for (const file of files) same(await client.diagnostics(`examples/${file}`), [], file);
    },
  },
  {
    name: "a mistake comes and goes while one types",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      same(await client.diagnostics("Counter.mch"), [], "at first");
      const place = find(client.texts.get("Counter.mch"), "count := 0 ||");
      client.change("Counter.mch", [{ range: { start: place.start, end: { ...place.start, character: place.start.character + 5 } }, text: "coumt" }]);
      const [wrong] = await client.diagnostics("Counter.mch");
      same([wrong.severity, wrong.code, slice(client.texts.get("Counter.mch"), wrong.range)], [error, "unknown-name", "coumt"], "the mistake");
      contains(wrong.message, "coumt", /hint: .*count/);
      client.change("Counter.mch", [{ range: wrong.range, text: "count" }]);
      same(await client.diagnostics("Counter.mch"), [], "at last");
    },
  },
  {
    name: "several changes in one message, in their order",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      const start = { line: 0, character: 0 };
      client.change("Counter.mch", [
        { range: { start, end: start }, text: "first\n" },
        { range: { start, end: { line: 1, character: 0 } }, text: "" },
        { range: { start, end: start }, text: "// é𝔹 note\r\n" },
      ]);
      same(await client.diagnostics("Counter.mch"), [], "the texts agree");
      const text = client.texts.get("Counter.mch");
      client.change("Counter.mch", text.replace("count < limit", "count < limits"));
      same(slice(client.texts.get("Counter.mch"), (await client.diagnostics("Counter.mch"))[0].range), "limits", "the text as a whole");
    },
  },
  {
    name: "texts that are not saved count, in all that refers to them",
    files: PROJECT,
    run: async ({ client, folder }) => {
      client.open("Desk.mch");
      client.open("User.mch");
      same(await client.diagnostics("Desk.mch"), [], "Desk");
      same(await client.diagnostics("User.mch"), [], "User");
      client.open("Counter.mch", PROJECT["Counter.mch"].replaceAll("inc =", "increment ="));
      await client.until(() => client.published.get(client.uri("Desk.mch"))?.diagnostics.length || undefined, "a mistake in Desk");
      const [wrong] = client.published.get(client.uri("Desk.mch")).diagnostics;
      same(slice(PROJECT["Desk.mch"], wrong.range), "inc", "what is unknown");
      // Nobody shows it any more: what is on disk counts.
      client.close("Counter.mch");
      await client.until(() => client.published.get(client.uri("Desk.mch"))?.diagnostics.length === 0 || undefined, "no mistake in Desk");
      // Another program writes the file.
      writeFileSync(join(folder, "Counter.mch"), PROJECT["Counter.mch"].replace("reset =", "again ="));
      writeFileSync(join(folder, "Desk.mch.txt"), "");
      client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: client.uri("Counter.mch"), type: 2 }] });
      client.change("Desk.mch", PROJECT["Desk.mch"].replace("THEN inc ||", "THEN again ||"));
      same(await client.diagnostics("Desk.mch"), [], "with the new operation");
    },
  },
  {
    name: "a mistake is shown in the text where it is, open or not",
    files: { ...PROJECT, "Counter.mch": PROJECT["Counter.mch"].replace("count < limit", "count < limits") },
    run: async ({ client }) => {
      client.open("Desk.mch");
      const wrong = await client.until(() => client.published.get(client.uri("Counter.mch"))?.diagnostics[0], "a mistake in Counter");
      contains(wrong.message, "limits");
      client.close("Desk.mch");
      await client.until(() => client.published.get(client.uri("Counter.mch"))?.diagnostics.length === 0 || undefined, "nothing is left");
    },
  },
  {
    name: "further places are related",
    files: { "Two.mch": "MACHINE Two\nVARIABLES x, x\nINVARIANT x : BOOL\nINITIALISATION x := TRUE\nEND\n" },
    run: async ({ client }) => {
      client.open("Two.mch");
      const wrong = only(await client.diagnostics("Two.mch"), (one) => one.severity === error, "error");
      same(wrong.relatedInformation?.map((one) => [client.file(one.location.uri), one.location.range.start]), [["Two.mch", { line: 1, character: 10 }]], "the first x");
    },
  },
  ...["utf-16", "utf-8", "utf-32"].map((encoding) => ({
    name: `characters beyond ASCII, counted in ${encoding}`,
    files: { "Sets.mch": "MACHINE Sets // 𝔹\nCONSTANTS é, b\nPROPERTIES é ∈ 𝔹 ∧ b ∈ 𝔹 ∧ c ∈ 𝔹 ∧ é = d\nEND\n" },
    client: { capabilities: { ...everything, general: { positionEncodings: [encoding, "utf-16"] } } },
    run: async ({ client }) => {
      same(client.hello.capabilities.positionEncoding ?? "utf-16", encoding, "the encoding");
      client.open("Sets.mch");
      const found = (await client.diagnostics("Sets.mch")).filter((one) => one.severity === error);
      const line = readFileSync(join(client.folder, "Sets.mch"), "utf8").split("\n")[2];
      const units = (text) => (encoding === "utf-8" ? Buffer.byteLength(text) : encoding === "utf-32" ? Array.from(text).length : text.length);
      const places = ["c", "d"].map((name) => {
        const at = units(line.slice(0, line.lastIndexOf(name)));
        return { start: { line: 2, character: at }, end: { line: 2, character: at + 1 } };
      });
      same(found.map((one) => one.range), places, "where c and d are");
      // A change in these units.
      client.notify("textDocument/didChange", {
        textDocument: { uri: client.uri("Sets.mch"), version: 2 },
        contentChanges: [{ range: places[1], text: "é" }, { range: places[0], text: "b" }],
      });
      client.versions.set("Sets.mch", 2);
      same(await client.diagnostics("Sets.mch"), [], "after the change");
    },
  })),
  {
    name: "every text with mistakes is understood as far as possible",
    files: { parse: { from: "tests/parse/bad" }, types: { from: "tests/types/bad" } },
    run: async ({ client, folder }) => {
      for (const where of ["parse", "types"]) {
        for (const name of readdirSync(join(folder, where)).filter((one) => /\.(mch|ref|imp|sys|def|eventb|csp)$/.test(one))) {
          const file = `${where}/${name}`;
          client.open(file);
          holds(Array.isArray(await client.about("documentSymbol", file)), `symbols of ${file}`);
          holds((await client.diagnostics(file)).length > 0, `${file} has mistakes`);
          client.close(file);
        }
      }
    },
  },
  {
    name: "Event-B and CSP-M",
    files: { "valve.eventb": VALVE.replace("open = FALSE", "opem = FALSE"), "hold.csp": CHANNELS.replace("-> HOLD", "-> HOLDS") },
    run: async ({ client }) => {
      client.open("valve.eventb");
      client.open("hold.csp");
      for (const [file, name] of [["valve.eventb", "opem"], ["hold.csp", "HOLDS"]]) {
        const wrong = only(await client.diagnostics(file), (one) => one.severity === error, "error");
        same(slice(client.texts.get(file), wrong.range), name, file);
      }
    },
  },
  {
    name: "a text that is closed and opened at once is told of anew",
    files: { "Wrong.mch": "MACHINE Wrong\nVARIABLES x\nEND\n" },
    run: async ({ client }) => {
      client.open("Wrong.mch");
      const before = await client.diagnostics("Wrong.mch");
      client.published.clear(); // as Neovim does
      client.close("Wrong.mch");
      client.open("Wrong.mch");
      same(await client.diagnostics("Wrong.mch"), before, "the mistakes");
    },
  },
  {
    name: "a text without a file",
    run: async ({ client }) => {
      const name = "untitled:Untitled-1";
      client.open(name, "MACHINE M\nVARIABLES x\nINVARIANT x : BOOOL\nINITIALISATION x := TRUE\nEND\n", "b");
      contains((await client.diagnostics(name))[0].message, "BOOOL");
    },
  },
  {
    name: "typing quickly: only the last text counts",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      const text = PROJECT["Counter.mch"];
      const place = find(text, "count < limit");
      let at = place.end;
      for (const letter of " & count + step < limit & 1 = ") {
        client.change("Counter.mch", [{ range: { start: at, end: at }, text: letter }]);
        at = { ...at, character: at.character + 1 };
      }
      holds((await client.diagnostics("Counter.mch")).length > 0, "the condition is not complete");
      client.change("Counter.mch", [{ range: { start: at, end: at }, text: "1" }]);
      same(await client.diagnostics("Counter.mch"), [], "the condition is complete");
    },
  },
];
