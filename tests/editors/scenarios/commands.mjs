// Code lenses and their commands: check, animate, prove.
import { existsSync } from "node:fs";
import { get } from "node:http";
import { everything, find, slice } from "../harness/client.mjs";
import { contains, holds, same } from "../harness/expect.mjs";
import { CHANNELS, PROJECT } from "../harness/models.mjs";

const SCHEDULER = { "scheduler0_err.mch": { from: "examples/scheduler/scheduler0_err.mch" }, "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } };
const BANK = { "bank.mch": { from: "examples/proving/bank.mch" } };
const ENDLESS = { "Endless.mch": "MACHINE Endless\nVARIABLES x\nINVARIANT x : NATURAL & x >= 0\nINITIALISATION x := 0\nOPERATIONS up = x := x + 1\nEND\n" };

const BELOW = "MACHINE Below\nVARIABLES x\nINVARIANT x : 0..9\nINITIALISATION x := 0\nOPERATIONS up = SELECT x < 9 THEN x := x + 1 END; down = SELECT x > 0 THEN x := x - 1 END\nEND\n";
const SLOW = { "Slow.mch": "MACHINE Slow\nVARIABLES x\nINVARIANT x : NATURAL & x <= 2500000\nINITIALISATION x := 0\nOPERATIONS up = SELECT x < 2500000 THEN x := x + 1 WHEN x = 2500000 THEN x := 0 END\nEND\n" };
const TWO = `context C
constants c
axioms
  @a c = 3
end

machine M
sees C
variables x
invariants
  @i x ∈ 0‥c
events
  event INITIALISATION then
    @b x ≔ 0
  end
  event up where
    @g x < c
  then
    @d x ≔ x + 1
  end
  event down where
    @h x > 0
  then
    @e x ≔ x − 1
  end
end

machine N
variables y
invariants
  @j y < 2
  @k y ∈ ℤ
events
  event INITIALISATION then
    @n y ≔ 0
  end
  event more then
    @m y ≔ y + 1
  end
end
`;

const lensesOf = async (client, file) => {
  const list = await client.about("codeLens", file);
  const resolved = [];
  for (const one of list) resolved.push(one.command ? one : await client.request("codeLens/resolve", one));
  return resolved;
};

const is = async (client, command, file) => {
  const lens = (await lensesOf(client, file)).find((one) => one.command.command === `probity.${command}`);
  holds(lens, `a lens ${command}`);
  return client.request("workspace/executeCommand", { command: lens.command.command, arguments: lens.command.arguments });
};

export default [
  {
    name: "lenses stand above machines",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      const text = client.texts.get("Counter.mch");
      const lenses = await lensesOf(client, "Counter.mch");
      for (const command of ["probity.check", "probity.animate", "probity.prove"]) {
        const lens = lenses.find((one) => one.command.command === command);
        holds(lens, command, lenses);
        same(lens.range.start.line, find(text, "MACHINE").start.line, `the line of ${command}`);
        holds(client.hello.capabilities.executeCommandProvider.commands.includes(command), `${command} is announced`);
      }
    },
  },
  {
    name: "check: a model without a violation",
    files: SCHEDULER,
    run: async ({ client }) => {
      client.open("scheduler.mch");
      const outcome = await is(client, "check", "scheduler.mch");
      same(outcome.verdict, "pass", "the verdict");
      contains(outcome.summary, /\d+ states|pass/i);
      same(client.messages.map((one) => one.type), [3], "the message");
      same(await client.diagnostics("scheduler.mch"), [], "diagnostics");
    },
  },
  {
    name: "check: a counterexample becomes diagnostics, until the text is changed",
    files: SCHEDULER,
    run: async ({ client }) => {
      const file = "scheduler0_err.mch";
      client.open(file);
      const text = client.texts.get(file);
      const outcome = await is(client, "check", file);
      same(outcome.verdict, "fail", "the verdict");
      contains(outcome.summary, /^scheduler0_err.mch: fail, invariant: card.*, after 6 steps$/);
      holds(Array.isArray(outcome.trace) || typeof outcome.trace === "object", "a trace", outcome);
      const wrong = await client.until(() => client.published.get(client.uri(file))?.diagnostics[0], "a diagnostic");
      contains(slice(text, wrong.range), "card(pst~[{active}])");
      holds(wrong.relatedInformation?.length >= 3, "the steps are related places", wrong);
      contains(wrong.relatedInformation.map((one) => one.message).join("\n"), "new(p = PROC1)", "enter(p = PROC");
      holds(client.progress.some((one) => one.value.kind === "begin") && client.progress.at(-1).value.kind === "end", "progress", client.progress);
      same(client.messages.map((one) => one.type), [2], "a warning");
      client.change(file, text.replace("<= 1", "<= 2"));
      await client.until(() => (client.published.get(client.uri(file)).diagnostics.length === 0 ? true : undefined), "the diagnostic goes");
    },
  },
  {
    name: "check: what is not saved counts",
    files: SCHEDULER,
    run: async ({ client }) => {
      const file = "scheduler0_err.mch";
      client.open(file);
      client.change(file, client.texts.get(file).replace("<= 1", "<= 10"));
      same((await client.run("check", file)).verdict, "pass", "the verdict");
    },
  },
  {
    name: "check: what is not saved counts in other texts, too, and in files that are not there",
    files: { "Top.mch": "MACHINE Top\nINCLUDES Below\nOPERATIONS go = up; back = down\nEND\n", "Below.mch": BELOW },
    run: async ({ client }) => {
      client.open("Top.mch");
      same((await client.run("check", "Top.mch")).verdict, "pass", "the verdict of what is saved");
      client.open("Below.mch");
      client.change("Below.mch", BELOW.replace("x : 0..9", "x : 0..5"));
      const outcome = await client.run("check", "Top.mch");
      same(outcome.verdict, "fail", "the verdict of what is not saved");
      const wrong = await client.until(() => client.published.get(client.uri("Below.mch"))?.diagnostics[0], "a diagnostic in the other text");
      contains(wrong.source, "probity check");
      client.close("Below.mch");
      await client.until(() => (client.published.get(client.uri("Below.mch")).diagnostics.length === 0 ? true : undefined), "it goes with the text");
      const name = "a b/100% #+ü.mch";
      client.open(name, BELOW.replace("Below", "Odd").replace("0..9", "0..3"));
      same((await client.run("check", name)).verdict, "fail", "a file that is not there, whose name is odd");
    },
  },
  {
    name: "check: a verdict about a text that was changed meanwhile is none",
    files: SLOW,
    run: async ({ client }) => {
      client.open("Slow.mch");
      const answer = client.run("check", "Slow.mch");
      await client.until(() => client.progress.find((one) => one.value.kind === "report"), "progress");
      client.change("Slow.mch", client.texts.get("Slow.mch").replace("x <= 2500000", "x <= 3"));
      const outcome = await answer;
      same(outcome.verdict, "unknown", "the verdict");
      contains(outcome.summary, "changed meanwhile");
      same((await client.diagnostics("Slow.mch")).length, 0, "diagnostics");
    },
  },
  {
    name: "check: the same again ends the first",
    files: ENDLESS,
    run: async ({ client }) => {
      client.open("Endless.mch");
      const first = client.run("check", "Endless.mch");
      const second = client.cancellable("workspace/executeCommand", { command: "probity.check", arguments: [client.uri("Endless.mch")] });
      same((await first).verdict, "cancelled", "the first");
      second.cancel();
      await second.answer.catch(() => undefined);
    },
  },
  {
    name: "check: scripts and components of Event-B",
    files: { "hold.csp": CHANNELS + "\nassert STOP :[deadlock free]\nassert STOP :[divergence free]\n", "two.eventb": TWO },
    run: async ({ client }) => {
      client.open("hold.csp");
      same((await lensesOf(client, "hold.csp")).map((one) => one.command.title), ["check", "animate"], "lenses of a script");
      const outcome = await is(client, "check", "hold.csp");
      same(outcome.verdict, "fail", "the verdict");
      const list = await client.until(() => client.published.get(client.uri("hold.csp"))?.diagnostics.find((one) => one.source === "probity check"), "a diagnostic");
      contains(slice(client.texts.get("hold.csp"), list.range), "STOP :[deadlock free]");
      contains(outcome.summary, "hold.csp: fail, assertion-of-script: STOP :[deadlock free]");
      client.change("hold.csp", CHANNELS);
      contains((await client.run("check", "hold.csp")).summary, /^hold.csp: pass.*; 1 assertion$/);
      client.open("two.eventb");
      const lenses = (await lensesOf(client, "two.eventb")).filter((one) => one.command.command === "probity.check");
      same(lenses.map((one) => one.command.arguments[1]), ["C", "M", "N"], "components");
      const verdicts = [];
      for (const { command } of lenses) verdicts.push((await client.request("workspace/executeCommand", command)).verdict);
      same(verdicts, ["pass", "pass", "fail"], "verdicts");
    },
  },
  {
    name: "check: a text with mistakes",
    files: { "Wrong.mch": "MACHINE Wrong\nVARIABLES x\nEND\n" },
    run: async ({ client }) => {
      client.open("Wrong.mch");
      const outcome = await client.run("check", "Wrong.mch").catch((error) => ({ verdict: "error", summary: error.message }));
      same(outcome.verdict, "error", "the verdict");
    },
  },
  {
    name: "check: cancelled, or by its progress",
    files: ENDLESS,
    run: async ({ client }) => {
      client.open("Endless.mch");
      const first = client.cancellable("workspace/executeCommand", { command: "probity.check", arguments: [client.uri("Endless.mch")], workDoneToken: "mine" });
      await client.until(() => client.progress.find((one) => one.token === "mine"), "progress");
      // Meanwhile, everything else works.
      holds(await client.about("documentSymbol", "Endless.mch"), "symbols");
      first.cancel();
      const how = await first.answer.catch((error) => error);
      holds(how instanceof Error ? how.code === -32800 : how.verdict === "cancelled" || how.verdict === "unknown", "it is cancelled", how);
      const second = client.run("check", "Endless.mch");
      const { token } = await client.until(() => client.progress.find((one) => one.token !== "mine" && one.value.kind === "begin"), "progress");
      client.notify("window/workDoneProgress/cancel", { token });
      const outcome = await second.catch((error) => error);
      holds(outcome instanceof Error ? outcome.code === -32800 : /cancelled|unknown/.test(outcome.verdict), "it is cancelled", outcome);
    },
  },
  {
    name: "prove",
    files: BANK,
    run: async ({ client }) => {
      client.open("bank.mch");
      const outcome = await is(client, "prove", "bank.mch");
      same(outcome.verdict, "fail", "the verdict");
      contains(outcome.summary, /\d+ of \d+ obligations proved, 2 disproved/);
      const found = await client.until(() => client.published.get(client.uri("bank.mch"))?.diagnostics, "diagnostics");
      same(found.length && found.map((one) => [one.code, one.severity]), [["proof-obligation", 1], ["proof-obligation", 1]], "what is disproved");
      contains(found.map((one) => one.message).join(), "leak/inv3/INV: disproved", "before: a = 10");
    },
  },
  {
    name: "animate opens the page",
    files: SCHEDULER,
    run: async ({ client }) => {
      client.open("scheduler.mch");
      const outcome = await is(client, "animate", "scheduler.mch");
      const { uri, external } = await client.until(() => client.shown[0], "a request to show the page");
      same([external, outcome.uri], [true, uri], "where it is shown");
      const address = new URL(uri);
      const status = await new Promise((resolve, reject) => get(address, (response) => resolve(response.statusCode)).on("error", reject));
      same(status, 200, "the page");
      same(client.messages, [], "messages");
      client.change("scheduler.mch", client.texts.get("scheduler.mch") + "\n");
      same((await is(client, "animate", "scheduler.mch")).uri, uri, "the page that is there already");
      contains(client.messages.map((one) => one.message).join(), "scheduler.mch is not saved");
    },
  },
  {
    name: "a quiet client tells results itself",
    files: SCHEDULER,
    client: { options: { quiet: true } },
    run: async ({ client }) => {
      client.open("scheduler.mch");
      same((await client.run("check", "scheduler.mch")).verdict, "pass", "the verdict");
      same(client.messages, [], "messages");
    },
  },
  {
    name: "a client without progress and pages",
    files: SCHEDULER,
    client: { capabilities: { textDocument: everything.textDocument } },
    run: async ({ client }) => {
      client.open("scheduler.mch");
      same((await client.run("check", "scheduler.mch")).verdict, "pass", "the verdict");
      same(client.progress, [], "progress");
      await client.run("animate", "scheduler.mch");
      contains((await client.until(() => client.messages.find((one) => /127\.0\.0\.1/.test(one.message)), "a message")).message, "http://127.0.0.1:");
      same(client.shown, [], "pages that are shown");
    },
  },
  {
    name: "an unknown command, a file that is not there",
    files: PROJECT,
    run: async ({ client }) => {
      for (const [command, uri] of [["probity.nothing", client.uri("Counter.mch")], ["probity.check", client.uri("missing.mch")]]) {
        const outcome = await client.request("workspace/executeCommand", { command, arguments: [uri] }).catch((error) => error);
        holds(outcome instanceof Error || outcome?.verdict === "error", `${command} of ${uri}`, outcome);
      }
      holds(existsSync(client.folder), "the folder is there");
    },
  },
];
