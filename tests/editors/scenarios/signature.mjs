// The arguments of what is being called.
import { edited, find, offsetOf, placeOf } from "../harness/client.mjs";
import { contains, same } from "../harness/expect.mjs";
import { CHANNELS, COUNTER, PROJECT } from "../harness/models.mjs";

export default [
  {
    name: "signature help",
    files: { ...PROJECT, "hold.csp": CHANNELS },
    run: async ({ client }) => {
      const ask = async (file, text, from, written) => {
        if (!client.versions.has(file)) client.open(file);
        const range = find(text, from);
        const changed = edited(text, [{ range, newText: written }]);
        client.change(file, changed);
        return client.at("signatureHelp", file, placeOf(changed, offsetOf(text, range.start) + written.length));
      };
      const jump = await ask("Desk.mch", PROJECT["Desk.mch"], "jump(k)", "jump(");
      contains(jump.signatures[jump.activeSignature ?? 0].label, "jump", "by");
      same(jump.activeParameter ?? jump.signatures[0].activeParameter ?? 0, 0, "the first parameter");
      const prj = await ask("Counter.mch", COUNTER, "count < limit", "prj1(NAT, ");
      contains(prj.signatures[0].label, "prj1");
      same(prj.activeParameter ?? prj.signatures[0].activeParameter, 1, "the second parameter");
      client.open("hold.csp");
      const two = await client.at("signatureHelp", "hold.csp", find(CHANNELS, "n + 1)").start);
      contains(two.signatures[0].label, "TWO");
      same(await ask("Counter.mch", COUNTER, "count < limit", "count < "), null, "no call");
    },
  },
];
