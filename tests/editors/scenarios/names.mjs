// What a name is, where it comes from, where it is used; renaming.
import { edited, everything, find, slice } from "../harness/client.mjs";
import { contains, holds, same } from "../harness/expect.mjs";
import { CHANNELS, COUNTER, DESK, PROJECT, USER, VALVE } from "../harness/models.mjs";

/** A place inside the n-th occurrence of a name in a text. */
const within = (text, name, n) => find(text, name, n).start;

/** Locations as texts: "Counter.mch:7 count". */
function places(client, found, texts) {
  const list = Array.isArray(found) ? found : found ? [found] : [];
  return list
    .map((one) => ({ uri: one.targetUri ?? one.uri, range: one.targetSelectionRange ?? one.range }))
    .map(({ uri, range }) => `${client.file(uri)}:${range.start.line + 1} ${slice(texts[client.file(uri)], range)}`)
    .sort();
}

const openAll = async (client, files) => {
  for (const file of Object.keys(files)) client.open(file);
  for (const file of Object.keys(files)) await client.diagnostics(file);
};

const textOf = (hover) => (typeof hover.contents === "string" ? hover.contents : hover.contents.value);

export default [
  {
    name: "hover over names",
    files: { ...PROJECT, "hold.csp": CHANNELS, "valve.eventb": VALVE },
    run: async ({ client }) => {
      client.open("Counter.mch");
      client.open("Desk.mch");
      client.open("hold.csp");
      client.open("valve.eventb");
      const count = await client.at("hover", "Counter.mch", within(COUNTER, "count < limit"));
      contains(textOf(count), "count", "INTEGER", "variable", "Counter.mch:7");
      same(slice(COUNTER, count.range), "count", "what is meant");
      contains(textOf(await client.at("hover", "Counter.mch", within(COUNTER, "busy END"))), "busy", "MODE");
      contains(textOf(await client.at("hover", "Desk.mch", within(DESK, "inc ||"))), "inc", "operation", "One step further.", "Counter.mch:12");
      contains(textOf(await client.at("hover", "Counter.mch", within(COUNTER, "by <= limit"))), "by", "INTEGER");
      contains(textOf(await client.at("hover", "hold.csp", within(CHANNELS, "get!x"))), "get", "Item");
      contains(textOf(await client.at("hover", "hold.csp", within(CHANNELS, "HOLD :["))), "HOLD", "Holds one item.");
      contains(textOf(await client.at("hover", "valve.eventb", within(VALVE, "open = FALSE"))), "open", "BOOL");
      same(await client.at("hover", "Counter.mch", { line: 0, character: 10 }), null, "a comment");
    },
  },
  {
    name: "hover over operators",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch", "MACHINE Counter\nVARIABLES f\nINVARIANT f ∈ ℕ ⇸ ℕ & card(f) <= 3 & f : NATURAL +-> NATURAL\nINITIALISATION f := {}\nEND\n");
      const text = client.texts.get("Counter.mch");
      for (const [sign, meaning] of [["⇸", /partial function/], ["card", /number of elements/], ["<=", /less or equal/], ["+->", /partial function/], ["∈", /member/]])
        contains(textOf(await client.at("hover", "Counter.mch", within(text, sign))), meaning);
    },
  },
  {
    name: "definition and declaration, in other machines, too",
    files: { ...PROJECT, "valve.eventb": VALVE, "hold.csp": CHANNELS },
    run: async ({ client }) => {
      const files = { ...PROJECT, "valve.eventb": VALVE, "hold.csp": CHANNELS };
      await openAll(client, files);
      const goes = async (method, file, name, n, wanted) => same(places(client, await client.at(method, file, within(files[file], name, n)), files), wanted, `${method} of ${name} in ${file}`);
      await goes("definition", "Desk.mch", "count <", 1, ["Counter.mch:7 count"]);
      await goes("definition", "Desk.mch", "jump(k)", 1, ["Counter.mch:15 jump"]);
      await goes("definition", "Desk.mch", "idle", 1, ["Counter.mch:4 idle"]);
      await goes("definition", "Desk.mch", "Counter(5)", 1, ["Counter.mch:2 Counter"]);
      await goes("definition", "User.mch", "Desk", 1, ["Desk.mch:1 Desk"]);
      await goes("definition", "User.mch", "waiting > 1", 1, ["Desk.mch:3 waiting"]);
      await goes("declaration", "User.mch", "waiting > 1", 1, ["Desk.mch:3 waiting"]);
      await goes("definition", "Desk.mch", "k) END", 1, ["Desk.mch:8 k"]);
      await goes("definition", "valve.eventb", "open ≔ TRUE", 1, ["valve.eventb:2 open"]);
      await goes("definition", "hold.csp", "x -> HOLD", 1, ["hold.csp:6 x"]);
      await goes("definition", "hold.csp", "TWO(n + 1)", 1, ["hold.csp:7 TWO"]);
      same(await client.at("definition", "Counter.mch", within(COUNTER, "INVARIANT")), null, "of a keyword");
    },
  },
  {
    name: "references over all machines",
    files: PROJECT,
    run: async ({ client }) => {
      await openAll(client, PROJECT);
      const of = async (file, name, n, includeDeclaration) =>
        places(client, await client.at("references", file, within(PROJECT[file], name, n), { context: { includeDeclaration } }), PROJECT);
      const all = await of("Desk.mch", "count < 3", 1, true);
      const wanted = [...COUNTER.matchAll(/\bcount\b/g)].length + [...DESK.matchAll(/\bcount\b/g)].length;
      same(all.length, wanted, "uses of count with its declaration");
      same((await of("Desk.mch", "count < 3", 1, false)).length, wanted - 1, "without its declaration");
      same(await of("Counter.mch", "inc =", 1, false), ["Desk.mch:7 inc"], "calls of inc");
      same((await of("Desk.mch", "waiting\n", 1, true)).length, [...(DESK + USER).matchAll(/\bwaiting\b/g)].length, "waiting");
    },
  },
  {
    name: "references in texts that are not open",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      const found = await client.at("references", "Counter.mch", within(COUNTER, "count, mode"), { context: { includeDeclaration: false } });
      holds(places(client, found, PROJECT).some((one) => one.startsWith("Desk.mch")), "uses in Desk", found);
    },
  },
  {
    name: "highlights of a name in its text",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      const found = await client.at("documentHighlight", "Counter.mch", within(COUNTER, "count < limit"));
      same(found.length, [...COUNTER.matchAll(/\bcount\b/g)].length, "highlights");
      for (const { range } of found) same(slice(COUNTER, range), "count", "a highlight");
    },
  },
  {
    name: "renaming over all machines of the project",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Desk.mch");
      const prepared = await client.at("prepareRename", "Desk.mch", within(DESK, "count < 3"));
      same(slice(DESK, prepared.range ?? prepared), "count", "what is renamed");
      const edit = await client.at("rename", "Desk.mch", within(DESK, "count < 3"), { newName: "level" });
      const changes = edit.documentChanges ? Object.fromEntries(edit.documentChanges.map((one) => [one.textDocument.uri, one.edits])) : edit.changes;
      const after = Object.fromEntries(Object.entries(changes).map(([uri, edits]) => [client.file(uri), edited(PROJECT[client.file(uri)], edits)]));
      same(Object.keys(after).sort(), ["Counter.mch", "Desk.mch"], "the texts that are changed");
      for (const file of ["Counter.mch", "Desk.mch"]) same(after[file], PROJECT[file].replaceAll(/\bcount\b/g, "level"), file);
      for (const file of ["Counter.mch", "Desk.mch"]) client.open(file, after[file]);
      client.open("User.mch");
      for (const file of Object.keys(PROJECT)) same(await client.diagnostics(file), [], `${file}, afterwards`);
    },
  },
  {
    name: "renaming a machine renames its file",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Desk.mch");
      const { documentChanges } = await client.at("rename", "Desk.mch", within(DESK, "Counter(5)"), { newName: "Meter" });
      const moved = documentChanges.filter((one) => one.kind === "rename").map((one) => [client.file(one.oldUri), client.file(one.newUri)]);
      same(moved, [["Counter.mch", "Meter.mch"]], "the file");
      const changed = documentChanges.filter((one) => one.edits).map((one) => [client.file(one.textDocument.uri), one.edits.map((edit) => edit.newText)]);
      same(changed.sort(), [["Counter.mch", ["Meter"]], ["Desk.mch", ["Meter"]]], "the texts");
    },
  },
  {
    name: "a machine is not renamed where its file cannot be",
    files: PROJECT,
    client: { capabilities: { textDocument: everything.textDocument, workspace: { workspaceEdit: { documentChanges: true } } } },
    run: async ({ client }) => {
      client.open("Desk.mch");
      const problem = await client.at("rename", "Desk.mch", within(DESK, "Counter(5)"), { newName: "Meter" }).catch((error) => error);
      contains(problem.message, "file of Counter");
    },
  },
  {
    name: "renaming what has another meaning elsewhere",
    files: { "One.mch": "MACHINE One\nVARIABLES x, y\nINVARIANT x : BOOL & y : BOOL & !x.(x : 1..2 => x > 0)\nINITIALISATION x, y := TRUE, FALSE\nOPERATIONS x1(x_) = PRE x_ : BOOL THEN x := x_ END\nEND\n" },
    run: async ({ client }) => {
      client.open("One.mch");
      const text = client.texts.get("One.mch");
      const edit = await client.at("rename", "One.mch", within(text, "x : BOOL"), { newName: "z" });
      const [{ edits }] = edit.documentChanges ?? Object.values(edit.changes).map((list) => ({ edits: list }));
      same(edited(text, edits), text.replace("VARIABLES x", "VARIABLES z").replace("INVARIANT x", "INVARIANT z").replace("INITIALISATION x", "INITIALISATION z").replace("THEN x :=", "THEN z :="), "the bound x stays");
      // A name that is taken, that is no name, or where there is none.
      for (const [place, newName] of [["x : BOOL", "y"], ["x : BOOL", "1z"], ["x : BOOL", "END"]]) {
        const problem = await client.at("rename", "One.mch", within(text, place), { newName }).catch((error) => error);
        holds(problem instanceof Error, `${newName} is refused`, problem);
      }
      const prepared = await client.at("prepareRename", "One.mch", within(text, "INVARIANT")).catch(() => null);
      same(prepared, null, "a keyword is not renamed");
    },
  },
  {
    name: "renaming in scripts and in Event-B",
    files: { "hold.csp": CHANNELS, "valve.eventb": VALVE },
    run: async ({ client }) => {
      for (const [file, text, name, newName] of [["hold.csp", CHANNELS, "put", "insert"], ["valve.eventb", VALVE, "open", "is_open"]]) {
        client.open(file);
        const edit = await client.at("rename", file, within(text, name, 1), { newName });
        const [{ edits }] = edit.documentChanges ?? Object.values(edit.changes).map((list) => ({ edits: list }));
        same(edited(text, edits), text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), newName), file);
      }
    },
  },
];
