// Help while one writes: layout, folds, what can be mended.
import { execFileSync } from "node:child_process";
import { edited, find, slice } from "../harness/client.mjs";
import { contains, holds, only, same } from "../harness/expect.mjs";
import { CHANNELS, COUNTER, PROJECT, VALVE } from "../harness/models.mjs";

const options = { tabSize: 2, insertSpaces: true };
const everywhere = (text) => ({ start: { line: 0, character: 0 }, end: { line: text.split("\n").length, character: 0 } });

/** What an action does to the only text that it changes. */
function done(client, action, texts) {
  const changes = action.edit.documentChanges?.map((one) => [one.textDocument.uri, one.edits]) ?? Object.entries(action.edit.changes);
  return Object.fromEntries(changes.map(([uri, edits]) => [client.file(uri), edited(texts(client.file(uri)), edits)]));
}

/** The code actions for a range, with the diagnostics there. */
async function actionsAt(client, file, range, only) {
  const diagnostics = (await client.diagnostics(file)).filter((one) => one.range.start.line <= range.end.line && one.range.end.line >= range.start.line);
  return client.about("codeAction", file, { range, context: { diagnostics, ...(only ? { only } : {}) } });
}

export default [
  {
    name: "layout of a text is that of probity fmt",
    files: { ...PROJECT, "hold.csp": CHANNELS, "valve.eventb": VALVE },
    run: async ({ client, folder, program }) => {
      for (const file of ["Counter.mch", "Desk.mch", "hold.csp", "valve.eventb"]) {
        client.open(file);
        const text = client.texts.get(file);
        const edits = await client.about("formatting", file, { options });
        const wanted = execFileSync(program, ["fmt", file], { cwd: folder, encoding: "utf8" });
        same(edited(text, edits), wanted, file);
        client.change(file, wanted);
        same(await client.about("formatting", file, { options }), [], `${file}, formatted already`);
      }
    },
  },
  {
    name: "layout of a range leaves the rest alone",
    files: { "Counter.mch": COUNTER.replace("INVARIANT count", "INVARIANT   count").replace("jump(by)", "jump( by )") },
    run: async ({ client }) => {
      client.open("Counter.mch");
      const text = client.texts.get("Counter.mch");
      const range = find(text, "jump( by ) = PRE by : 1..3 & count + by <= limit THEN count := count + by END");
      const edits = await client.about("rangeFormatting", "Counter.mch", { range, options });
      holds(edits.length > 0, "something changes");
      const after = edited(text, edits);
      contains(after, "jump(by)", "INVARIANT   count");
      same(after.slice(0, after.indexOf("jump")).trimEnd(), text.slice(0, text.indexOf("jump")).trimEnd(), "what is before");
      client.change("Counter.mch", after);
      same(await client.diagnostics("Counter.mch"), [], "afterwards");
    },
  },
  {
    name: "a text with mistakes is not laid out",
    files: { "Wrong.mch": "MACHINE Wrong\nVARIABLES  x\nINVARIANT x :\nEND\n" },
    run: async ({ client }) => {
      client.open("Wrong.mch");
      const answer = await client.about("formatting", "Wrong.mch", { options }).catch((error) => error);
      holds(answer instanceof Error || answer === null || answer.length === 0, "no edit", answer);
    },
  },
  {
    name: "folds",
    files: { ...PROJECT, "hold.csp": "{- several\nlines -}\nmodule M\nP = STOP\nexports\nQ = let\n  R = STOP\n within R\nendmodule\n", "valve.eventb": VALVE, "Long.mch": "/* A long\n comment */\nMACHINE Long\nOPERATIONS\n  one =\n    BEGIN\n      skip\n    END;\n  two = SELECT\n    1 = 1 THEN\n    skip END\nEND\n" },
    run: async ({ client }) => {
      for (const file of ["Long.mch", "valve.eventb", "hold.csp"]) {
        client.open(file);
        const lines = client.texts.get(file).split("\n");
        const folds = await client.about("foldingRange", file);
        for (const one of folds) holds(one.startLine < one.endLine && one.endLine < lines.length, `${file}: a fold has several lines`, one);
        const from = folds.map((one) => one.startLine);
        const wanted = file === "Long.mch" ? [0, 4, 8] : file === "valve.eventb" ? [5, 9] : [0];
        for (const line of wanted) holds(from.includes(line), `${file}: a fold from line ${line}: ${lines[line]}`, folds);
      }
      same((await client.about("foldingRange", "Long.mch")).find((one) => one.startLine === 0).kind, "comment", "the comment");
    },
  },
  {
    name: "every hint that says what to write is an action",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch", COUNTER.replace("count < limit", "coumt < limit"));
      const text = client.texts.get("Counter.mch");
      const [wrong] = await client.diagnostics("Counter.mch");
      const action = only(await actionsAt(client, "Counter.mch", wrong.range, ["quickfix"]), (one) => one.kind === "quickfix" && /count/.test(one.title), "action for count");
      const after = done(client, action, () => text)["Counter.mch"];
      same(after, COUNTER, "what it does");
    },
  },
  {
    name: "a typing predicate is added",
    files: { "Untyped.mch": "MACHINE Untyped\nVARIABLES x, y\nINVARIANT y : BOOL\nINITIALISATION x := TRUE || y := FALSE\nEND\n", "Param.mch": "MACHINE Param\nOPERATIONS out <-- f(p) = PRE p > p THEN out := 1 END\nEND\n" },
    run: async ({ client }) => {
      client.open("Untyped.mch");
      const text = client.texts.get("Untyped.mch");
      const actions = await actionsAt(client, "Untyped.mch", find(text, "x"), ["quickfix"]);
      const action = actions.find((one) => /x : BOOL/.test(one.title));
      holds(action, "an action that types x", actions.map((one) => one.title));
      const after = done(client, action, () => text)["Untyped.mch"];
      contains(after, /x : /);
      client.change("Untyped.mch", after);
      same(await client.diagnostics("Untyped.mch"), [], "afterwards");
    },
  },
  {
    name: "symbols to ASCII and back",
    files: { "Sets.mch": "MACHINE Sets // ∈ stays in comments, ∧ /: too\nVARIABLES f, g\nINVARIANT f : NATURAL +-> NATURAL & g /: {1} & not(g = 2 or g : {}) & \"∧ => &\" /= \"\" &\n  !x.(x : dom(f) => f(x) >= 0)\nINITIALISATION f, g := {}, 3 || skip\nEND\n" },
    run: async ({ client }) => {
      client.open("Sets.mch");
      const ascii = client.texts.get("Sets.mch");
      const convert = async (pattern) => {
        const text = client.texts.get("Sets.mch");
        const actions = await actionsAt(client, "Sets.mch", everywhere(text));
        const action = actions.find((one) => pattern.test(one.title));
        holds(action, `an action like ${pattern}`, actions.map((one) => one.title));
        client.change("Sets.mch", done(client, action, () => text)["Sets.mch"]);
        same(await client.diagnostics("Sets.mch"), [], "afterwards");
        return client.texts.get("Sets.mch");
      };
      const symbols = await convert(/in symbols/i);
      contains(symbols, "ℕ", "⇸", "∉", "∧", "∀", "// ∈ stays in comments, ∧ /: too", '"∧ => &"');
      same(await convert(/ascii/i), ascii, "back again");
    },
  },
];
