// Playing with a model: its operations, and moving along the history.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { counts, eventually, gone, holds, lists, sees } from "../harness/expect.mjs";

const SCHEDULER = { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } };
const LIFT = { "lift.mch": { from: "examples/lift/lift.mch" } };

export default [
  {
    name: "a model opens with its enabled operations",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      const operations = screen.region("Operations");
      await sees(operations, "3 enabled", "create(p)", "create(PROC1)", "create(PROC3)", "swap", "not enabled");
      await lists(screen.steps(), "create(PROC1)", "create(PROC2)", "create(PROC3)");
      await screen.take("create(PROC2)");
      await lists(screen.history(), "0 beginning", "1 INITIALISATION", "2 create(PROC2)");
      await screen.shows("waiting", "{PROC2}");
      await screen.take("wake(PROC2)");
      await lists(screen.steps("running"), "running --> PROC2");
      await sees(screen.button("scheduler"));
    },
  },
  {
    name: "a folder opens with a choice of its models",
    files: { ...SCHEDULER, "sub/lift.mch": { from: "examples/lift/lift.mch" }, "notes.txt": "nothing" },
    async run(screen) {
      await sees(screen.dialog(), "Open a model", "scheduler.mch", "sub/lift.mch");
      holds(!(await screen.dialog().innerText()).includes("notes.txt"), "only models are offered");
      await screen.field("Filter files").fill("lift");
      await screen.press("Enter");
      await sees(screen.region("Operations"), "5 ways to begin", "Ways to begin");
      holds(!/\d enabled/.test(await screen.region("Operations").innerText()), "no operation is said to be enabled yet");
      await screen.press("o");
      await screen.dialog().getByRole("button", { name: /^scheduler\.mch/ }).click();
      await sees(screen.region("Operations"), "create(PROC1)");
      await screen.button("lift").click();
      await sees(screen.region("Operations"), "SETUP_CONSTANTS");
      await screen.button("Close lift").click();
      await gone(screen.button("lift"));
      await sees(screen.region("Operations"), "create(PROC1)");
    },
  },
  {
    name: "what is not enabled says which conjunct is false, with its values",
    files: { "scheduler0.mch": { from: "examples/scheduler/scheduler0.mch" } },
    open: "scheduler0.mch",
    async run(screen) {
      await screen.take("new(PROC1)");
      await screen.operation("enter").locator("button.off").click();
      const why = screen.region("Why enter is not enabled");
      await sees(why, "FALSE");
      await why.getByLabel("Arguments of enter").fill("PROC1");
      await screen.button("Why not?", why).click();
      await sees(why, "FALSE", "pst(p) = ready", "idle");
    },
  },
  {
    name: "operations are filtered by name and by argument",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await screen.press("/");
      await screen.page.keyboard.type("proc2");
      await lists(screen.steps(), "create(PROC2)");
      await sees(screen.operation("create"), "1 of 3");
      await screen.field("Filter operations").fill("wak");
      await sees(screen.operation("wake"), "not enabled");
      await counts(screen.steps(), 0);
      await screen.field("Filter operations").fill("nothing of this name");
      await sees(screen.region("Operations"), "No operations match");
      await screen.field("Filter operations").fill("");
      await screen.button("Enabled only").click();
      await gone(screen.operation("swap"));
      await counts(screen.steps(), 3);
    },
  },
  {
    name: "a step is chosen by a predicate on its parameters and the next state",
    files: LIFT,
    open: "lift.mch",
    async run(screen) {
      const { page } = screen;
      await page.locator(".operations button.take").filter({ hasText: "top = 4" }).click();
      await sees(screen.region("State"), "level", "heading");
      await screen.button("Choose parameters of to").click();
      const form = page.getByRole("form", { name: "Choose parameters of to" });
      await form.getByLabel("Parameters satisfy").fill("f > 1");
      await sees(form, "3 match");
      await form.getByLabel("The next state satisfies").fill("level mod 2 = 1");
      await sees(form, "1 match", "to(3)");
      await form.getByLabel("Parameters satisfy").fill("f +");
      await sees(form.getByRole("alert"), /expected/);
      await form.getByLabel("Parameters satisfy").fill("f > 1");
      await sees(form, "1 match");
      await screen.button("Take the first", form).click();
      await screen.shows("level", "3");
    },
  },
  {
    name: "random steps, and running until a predicate holds",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await sees(screen.region("Operations"), "3 enabled");
      await screen.field("Number of random steps").fill("25");
      await screen.button("Random steps").click();
      await sees(screen.region("History"), "26 of 26");
      await screen.button("Restart").click();
      await screen.button("Random step").click();
      await screen.press("u");
      await screen.page.keyboard.type("card(ready) = 1 & active = {PROC3}");
      await screen.press("Enter");
      await screen.shows("active", "{PROC3}");
      await screen.field("Run until").fill("card(ready) = 5");
      await screen.button("Shortest way").click();
      await sees(screen.page.getByRole("toolbar", { name: "Steps" }).getByRole("alert"));
      await screen.field("Run until").fill("card(ready) =");
      await screen.button("Shortest way").click();
      await sees(screen.page.getByRole("toolbar", { name: "Steps" }).getByRole("alert"), "^");
      await screen.field("Run until").fill("active = {}");
      await screen.button("At random").click();
      await screen.shows("active", "{}");
    },
  },
  {
    name: "back, forward and jumps",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await screen.take("create(PROC1)");
      await screen.take("create(PROC2)");
      await screen.take("wake(PROC1)");
      await screen.press("b", "b");
      await sees(screen.region("History"), "2 of 4");
      await screen.shows("waiting", "{PROC1}");
      await screen.press("f");
      await screen.shows("waiting", "{PROC1,PROC2}");
      await screen.history().getByRole("button", { name: "4 wake(PROC1)" }).click();
      await screen.shows("active", "{PROC1}");
      await screen.history().getByRole("button", { name: "1 INITIALISATION" }).click();
      await screen.shows("waiting", "{}");
      await sees(screen.history().locator("[aria-current=step]"), "INITIALISATION");
      await screen.take("create(PROC3)");
      await sees(screen.region("History"), "2 of 2");
    },
  },
  {
    name: "a history is saved, loaded, and replayed in a changed model",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen, { folder }) {
      for (const step of ["create(PROC1)", "create(PROC2)", "wake(PROC2)", "swap"]) await screen.take(step);
      await screen.button("Traces…").click();
      await screen.field("File of the trace").fill("way.trace");
      await screen.button("Save", screen.dialog()).click();
      await sees(screen.dialog(), "Saved as way.trace");
      await screen.button("Save", screen.dialog()).click();
      await sees(screen.dialog().getByRole("alert"), "way.trace is there already");
      await screen.button("Replace the file").click();
      await sees(screen.dialog(), "Saved as way.trace");
      await screen.press("Escape");
      await screen.button("Restart").click();
      await screen.button("Traces…").click();
      await screen.dialog().getByRole("button", { name: "way.trace" }).click();
      await sees(screen.region("History"), "All 4 steps were taken again", "5 of 5");

      const file = join(folder, "scheduler.mch");
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace(/(swap =\s+PRE\s+)active \/= \{\}/, "$1active = {}"));
      await sees(screen.page.locator(".notices"), "scheduler.mch", "changed on disk");
      await screen.button("Reload and replay").click();
      await sees(screen.region("History"), "3 of 4 steps were taken again", "swap");
      await gone(screen.button("Reload and replay"));

      writeFileSync(file, text.replace("INVARIANT", "INVARIANT ("));
      await screen.button("Reload and replay").click();
      await sees(screen.page.locator(".notice.bad"), "was not reloaded");
      await screen.button("Show in editor").click();
      await sees(screen.region("Problems"), "error");
    },
  },
  {
    name: "traces of ProB are replayed",
    files: {
      ...SCHEDULER,
      "prob.prob2trace": JSON.stringify({
        transitionList: [
          { name: "$initialise_machine", params: {}, results: {}, destState: { waiting: "{}", ready: "{}", active: "{}" }, destStateNotChanged: [], preds: null },
          { name: "create", params: { p: "PROC1" }, results: {}, destState: { waiting: "{PROC1}" }, destStateNotChanged: ["ready", "active"], preds: null },
          { name: "wake", params: { p: "PROC1" }, results: {}, destState: { active: "{PROC1}", waiting: "{}" }, destStateNotChanged: ["ready"], preds: null },
        ],
        metadata: { fileType: "Trace", formatVersion: 5, savedAt: "2024-01-01T00:00:00Z", creator: "tcltk (leuschel)", proBCliVersion: "1.12.2", proBCliRevision: "", modelName: "scheduler" },
      }),
    },
    open: "scheduler.mch",
    async run(screen) {
      await sees(screen.region("Operations"), "3 enabled");
      await screen.button("Traces…").click();
      await screen.dialog().getByRole("button", { name: "prob.prob2trace" }).click();
      await sees(screen.region("History"), "steps were taken again", "wake(PROC1)");
      await screen.shows("active", "{PROC1}");
    },
  },
  {
    name: "a deadlock and a violated invariant are said",
    files: { "scheduler0_err.mch": { from: "examples/scheduler/scheduler0_err.mch" } },
    open: "scheduler0_err.mch",
    async run(screen) {
      await sees(screen.region("Invariant"), "holds");
      await screen.press("u");
      await screen.page.keyboard.type("card(pst~[{active}]) > 1");
      await screen.press("Enter");
      await sees(screen.region("Invariant"), "1 does not hold");
      await screen.region("Invariant").getByRole("button", { name: /card\(pst~\[\{active\}\]\) <= 1/ }).click();
      const tree = screen.region("Invariant").getByRole("tree", { name: "Why" });
      await sees(tree, "FALSE", "card(pst~[{active}])", "= 2");
      await eventually("parts of the tree", () => tree.getByRole("treeitem").count(), (count) => count > 1);
    },
  },
  {
    name: "settings open the model with other sizes",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await counts(screen.steps(), 3);
      await screen.button("Settings").click();
      await screen.dialog().getByLabel(/^Sizes of sets/).fill("PROC=5");
      await screen.button("Open with these settings").click();
      await counts(screen.steps(), 5);
      await lists(screen.page.locator(".models .model"), /scheduler/);
    },
  },
  {
    name: "coverage of the history",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await screen.take("create(PROC1)");
      await screen.take("create(PROC2)");
      await screen.page.getByRole("tab", { name: "Coverage" }).click();
      const tables = screen.region("Coverage of the history").getByRole("table");
      await sees(tables.first().getByRole("row").filter({ hasText: "create" }), "create 2");
      await sees(tables.last().getByRole("row").filter({ hasText: "waiting" }), /waiting 3/);
    },
  },
];
