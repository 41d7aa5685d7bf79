// What editors show beside and in a text: kinds of names, inferred types.
import { find, placeOf, slice } from "../harness/client.mjs";
import { contains, holds, same } from "../harness/expect.mjs";
import { CHANNELS, COUNTER, PROJECT, VALVE } from "../harness/models.mjs";

/** Tokens as [text, type, modifiers]. */
function tokensOf(client, text, { data }) {
  const { tokenTypes, tokenModifiers } = client.hello.capabilities.semanticTokensProvider.legend;
  const lines = text.split("\n");
  const found = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [down, right, length, type, modifiers] = data.slice(i, i + 5);
    character = down ? right : character + right;
    line += down;
    holds(tokenTypes[type] !== undefined && character + length <= lines[line].length, "a token is in its line", { line, character, length });
    found.push([lines[line].slice(character, character + length), tokenTypes[type], tokenModifiers.filter((_, bit) => modifiers & (1 << bit)), line]);
  }
  return found;
}

const kindsOf = (tokens, name) => [...new Set(tokens.filter(([text]) => text === name).map(([, type]) => type))];

/** Applies the edits of a delta. */
function applied(data, edits) {
  const result = [...data];
  for (const { start, deleteCount, data: more = [] } of [...edits].sort((a, b) => b.start - a.start)) result.splice(start, deleteCount, ...more);
  return result;
}

export default [
  {
    name: "semantic tokens",
    files: { ...PROJECT, "hold.csp": CHANNELS, "valve.eventb": VALVE },
    run: async ({ client }) => {
      client.open("Counter.mch");
      const full = await client.about("semanticTokens/full", "Counter.mch");
      const tokens = tokensOf(client, COUNTER, full);
      const kinds = Object.fromEntries(["count", "by", "MODE", "idle", "inc", "step", "jump"].map((name) => [name, kindsOf(tokens, name)]));
      for (const [name, list] of Object.entries(kinds)) same(list.length, 1, `${name} is of one kind`);
      holds(new Set([kinds.count[0], kinds.by[0], kinds.MODE[0], kinds.idle[0], kinds.inc[0]]).size === 5, "variables, parameters, sets, elements and operations differ", kinds);
      same(kinds.inc, kinds.jump, "operations");
      holds(tokens.some(([text, , modifiers]) => text === "count" && modifiers.includes("declaration")), "a declaration");
      for (const [file, text, name] of [["hold.csp", CHANNELS, "put"], ["valve.eventb", VALVE, "open"]]) {
        client.open(file);
        const some = tokensOf(client, text, await client.about("semanticTokens/full", file));
        same(kindsOf(some, name).length, 1, `${file}: ${name}`);
      }
    },
  },
  {
    name: "semantic tokens of a range, and what has changed",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      const { range, full } = client.hello.capabilities.semanticTokensProvider;
      const all = await client.about("semanticTokens/full", "Counter.mch");
      if (range) {
        const part = find(COUNTER, "inc = PRE count < limit THEN count := count + step");
        const wanted = tokensOf(client, COUNTER, all).filter(([, , , line]) => line === part.start.line).map(([text]) => text);
        const found = tokensOf(client, COUNTER, await client.about("semanticTokens/range", "Counter.mch", { range: part })).map(([text]) => text);
        for (const text of found) holds(wanted.includes(text), `${text} is in the range`, wanted);
        holds(found.includes("inc") && found.includes("step"), "inc and step", found);
      }
      same(full.delta, true, "changes can be asked for");
      const place = find(COUNTER, "count < limit");
      const more = { start: place.start, end: { ...place.start, character: place.start.character + 8 } };
      let { data, resultId } = all;
      for (const change of [{ range: { start: place.start, end: place.start }, text: "1 = 1 & " }, { range: more, text: "" }, { text: "" }, { text: COUNTER }]) {
        client.change("Counter.mch", [change]);
        const delta = await client.about("semanticTokens/full/delta", "Counter.mch", { previousResultId: resultId });
        data = applied(data, delta.edits);
        resultId = delta.resultId;
      }
      same(data, all.data, "the tokens after all changes");
      same((await client.about("semanticTokens/full/delta", "Counter.mch", { previousResultId: resultId })).edits, [], "nothing has changed");
      same((await client.about("semanticTokens/full/delta", "Counter.mch", { previousResultId: "other" })).data, all.data, "all, if the client has others");
    },
  },
  {
    name: "inlay hints: inferred types",
    files: { ...PROJECT, "hold.csp": CHANNELS },
    run: async ({ client }) => {
      client.open("Counter.mch");
      const hints = await client.about("inlayHint", "Counter.mch", { range: { start: { line: 0, character: 0 }, end: { line: 40, character: 0 } } });
      const text = (one) => (typeof one.label === "string" ? one.label : one.label.map((part) => part.value).join(""));
      const at = (place) => hints.filter((one) => one.position.line === place.line && one.position.character === place.character).map(text);
      contains(at(find(COUNTER, "VARIABLES count").end).join(), "INTEGER");
      contains(at(find(COUNTER, "jump(by").end).join(), "INTEGER");
      const before = placeOf(COUNTER, COUNTER.indexOf("OPERATIONS"));
      const some = await client.about("inlayHint", "Counter.mch", { range: { start: before, end: { line: 40, character: 0 } } });
      holds(some.length < hints.length && some.every((one) => one.position.line >= before.line), "only hints of the range", some);
      same(slice(COUNTER, find(COUNTER, "count")), "count", "the text");
    },
  },
];
