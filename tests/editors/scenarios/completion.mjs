// What may stand at a place.
import { edited, find, offsetOf, placeOf } from "../harness/client.mjs";
import { contains, holds, same } from "../harness/expect.mjs";
import { CHANNELS, COUNTER, PROJECT, VALVE } from "../harness/models.mjs";

const itemsOf = (answer) => (Array.isArray(answer) ? answer : (answer?.items ?? []));
const labels = (items) => items.map((one) => one.label);

/** Replaces a part of a text that is open by what is being written, and asks there. */
async function complete(client, file, text, from, written, more = {}) {
  const range = find(text, from);
  const changed = edited(text, [{ range, newText: written }]);
  client.change(file, changed);
  const position = placeOf(changed, offsetOf(text, range.start) + written.length);
  const answer = await client.at("completion", file, position, { context: { triggerKind: 1 }, ...more });
  return { items: itemsOf(answer), text: changed, position };
}

/** Items as an editor shows them for what is written: those whose filter fits, in their order. */
const shown = (items, written) =>
  items
    .filter((one) => (one.filterText ?? one.label).toLowerCase().startsWith(written.toLowerCase()))
    .sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));

/** The text when an item is taken. */
function taken({ text, position }, item, written) {
  const edit = item.textEdit ?? { range: { start: { ...position, character: position.character - written.length }, end: position }, newText: item.insertText ?? item.label };
  return edited(text, [{ range: edit.range ?? edit.replace, newText: edit.newText }, ...(item.additionalTextEdits ?? [])]);
}

export default [
  {
    name: "names by scope",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      client.open("Desk.mch");
      const inside = await complete(client, "Counter.mch", COUNTER, "count + by <= limit", "co");
      holds(labels(shown(inside.items, "co")).includes("count"), "count in an operation", labels(inside.items));
      const parameter = await complete(client, "Counter.mch", COUNTER, "count + by <= limit", "b");
      holds(labels(parameter.items).includes("by"), "the parameter", labels(parameter.items));
      const elsewhere = await complete(client, "Counter.mch", COUNTER, "count < limit", "b");
      holds(!labels(elsewhere.items).includes("by"), "no parameter of another operation", labels(elsewhere.items));
      const included = await complete(client, "Desk.mch", PROJECT["Desk.mch"], "count < 3", "co");
      holds(labels(included.items).includes("count"), "a variable of an included machine", labels(included.items));
      const called = await complete(client, "Desk.mch", PROJECT["Desk.mch"], "inc ||", "in");
      holds(labels(called.items).includes("inc"), "an operation of an included machine", labels(called.items));
    },
  },
  {
    name: "names of the expected type come first",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      const { items } = await complete(client, "Counter.mch", COUNTER, "mode := busy", "mode := ");
      const order = labels(shown(items, ""));
      const at = (name) => order.indexOf(name);
      for (const name of ["idle", "busy", "mode"]) holds(at(name) >= 0 && at(name) < at("count"), `${name} before count`, order);
    },
  },
  {
    name: "symbols by their ASCII names",
    files: { ...PROJECT, "valve.eventb": VALVE },
    run: async ({ client }) => {
      client.open("valve.eventb");
      for (const [written, symbol] of [["<:", "⊆"], ["/=", "≠"], ["=>", "⇒"], ["+->", "⇸"]]) {
        const asked = await complete(client, "valve.eventb", VALVE, "open = FALSE", `open ${written}`);
        const item = shown(asked.items, written).find((one) => taken(asked, one, written).includes(`open ${symbol}`));
        holds(item, `${symbol} for ${written}`, asked.items.slice(0, 20));
      }
      const word = await complete(client, "valve.eventb", VALVE, "open = FALSE", "NA");
      holds(word.items.some((one) => taken(word, one, "NA").includes("@grd1 ℕ")), "ℕ for NA", labels(word.items));
    },
  },
  {
    name: "snippets for clauses",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      const { items } = await complete(client, "Counter.mch", COUNTER, "END\n", "END\nASSE");
      const item = items.find((one) => one.label.startsWith("ASSERTIONS"));
      holds(item, "ASSERTIONS", labels(items));
      const substitution = await complete(client, "Counter.mch", COUNTER, "BEGIN count := 0 || mode := idle END", "SEL");
      const select = substitution.items.find((one) => one.label.startsWith("SELECT"));
      holds(select, "SELECT", labels(substitution.items));
      same(select.insertTextFormat, 2, "a snippet");
      contains((select.textEdit ?? { newText: select.insertText }).newText, "SELECT", "THEN", "END", "$");
    },
  },
  {
    name: "snippets only for those who know them",
    files: PROJECT,
    client: { capabilities: { textDocument: { completion: {} } } },
    run: async ({ client }) => {
      client.open("Counter.mch");
      const { items } = await complete(client, "Counter.mch", COUNTER, "BEGIN count := 0 || mode := idle END", "SEL");
      for (const one of items) holds(one.insertTextFormat !== 2 && !/\$\{|\$0/.test(one.textEdit?.newText ?? one.insertText ?? one.label), `${one.label} is plain`, one);
    },
  },
  {
    name: "scripts of CSP-M, machines in clauses",
    files: { ...PROJECT, "hold.csp": CHANNELS },
    run: async ({ client }) => {
      client.open("hold.csp");
      const { items } = await complete(client, "hold.csp", CHANNELS, "get!x -> HOLD", "pu");
      holds(labels(items).includes("put"), "put", labels(items));
      client.open("User.mch");
      const seen = await complete(client, "User.mch", PROJECT["User.mch"], "SEES Desk", "SEES De");
      holds(labels(seen.items).includes("Desk"), "machines beside it", labels(seen.items));
    },
  },
  {
    name: "nothing inside of comments and strings",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      const { items } = await complete(client, "Counter.mch", COUNTER, "One step further.", "One co");
      same(items, [], "in a comment");
    },
  },
];
