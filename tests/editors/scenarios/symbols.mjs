// What is declared in a text, and in a project.
import { slice } from "../harness/client.mjs";
import { holds, same } from "../harness/expect.mjs";
import { CHANNELS, COUNTER, PROJECT, VALVE } from "../harness/models.mjs";

const flat = (list) => list.flatMap((one) => [one, ...flat(one.children ?? [])]);

export default [
  {
    name: "of a text",
    files: { ...PROJECT, "valve.eventb": VALVE, "hold.csp": CHANNELS },
    run: async ({ client }) => {
      for (const [file, text, wanted] of [
        ["Counter.mch", COUNTER, ["Counter", "MODE", "idle", "busy", "step", "count", "mode", "inc", "reset", "value", "jump"]],
        ["valve.eventb", VALVE, ["valve", "open", "turn"]],
        ["hold.csp", CHANNELS, ["Item", "small", "large", "put", "get", "HOLD", "TWO"]],
      ]) {
        client.open(file);
        const found = flat(await client.about("documentSymbol", file));
        const names = found.map((one) => one.name);
        for (const name of wanted) holds(names.includes(name), `${file}: ${name}`, names);
        for (const one of found) {
          holds(slice(text, one.selectionRange).includes(one.name), `${file}: the place of ${one.name}`, slice(text, one.selectionRange));
          holds(slice(text, one.range).includes(slice(text, one.selectionRange)), `${file}: ${one.name} is inside of its range`);
          for (const child of one.children ?? []) holds(slice(text, one.range).includes(slice(text, child.range)), `${file}: ${child.name} is inside of ${one.name}`);
        }
      }
    },
  },
  {
    name: "of the project, open or not",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("User.mch");
      await client.diagnostics("User.mch");
      const find = async (query) => (await client.request("workspace/symbol", { query })).map((one) => `${client.file(one.location.uri)} ${one.name}`).sort();
      same(await find("waiting"), ["Desk.mch waiting"], "waiting");
      same(await find("jump"), ["Counter.mch jump"], "jump");
      holds((await find("")).length >= 10, "everything");
      same(await find("nothing like this"), [], "nothing");
    },
  },
];
