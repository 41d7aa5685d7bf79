// Checking a model: options, progress, results.
import { counts, eventually, gone, holds, sees } from "../harness/expect.mjs";

const start = (screen, name = "Check") => screen.page.locator("footer").getByRole("button", { name, exact: true }).click();
const job = (screen, at = 0) => screen.region("Results").getByRole("article").nth(at);

export default [
  {
    name: "live progress with charts, and cancel",
    files: { "counters.mch": { from: "tests/browser/models/counters.mch" } },
    open: "counters.mch",
    async run(screen) {
      await screen.go("Check");
      await start(screen);
      await sees(job(screen), "running", "states", "states a second", "memory");
      const figures = job(screen).getByRole("status", { name: "Progress" });
      const states = async () => Number(/states ([\d,]+)/.exec((await figures.innerText()).replace(/\s+/g, " "))[1].replaceAll(",", ""));
      const before = await eventually("states are counted", states);
      await eventually("the count grows", states, (now) => now > before);
      await sees(job(screen).getByRole("img", { name: "States over time" }));
      await sees(job(screen).getByRole("img", { name: "States a second over time" }));
      await sees(job(screen).getByRole("img", { name: "Memory over time" }));
      // Other requests are answered meanwhile.
      await screen.go("Animate");
      await screen.take("up_x");
      await screen.shows("x", "1");
      await screen.go("Check");
      await screen.button("Cancel", job(screen)).click();
      await sees(job(screen), "cancelled");
      await gone(screen.button("Cancel", job(screen)));
      await eventually("no pass", () => job(screen).innerText(), (text) => !text.includes("PASS"));
    },
  },
  {
    name: "a violation is loaded into the animator",
    files: { "scheduler0_err.mch": { from: "examples/scheduler/scheduler0_err.mch" } },
    open: "scheduler0_err.mch",
    async run(screen) {
      await screen.press("g", "c");
      await start(screen);
      const finding = job(screen).getByRole("region", { name: /^invariant/ });
      await sees(job(screen), "FAIL", "invariant");
      await sees(finding, "after 6 steps", "card(pst~[{active}]) <= 1");
      await screen.button("Show in the animator", finding).click();
      await sees(screen.region("History"), "7 of 7", "enter(PROC2)");
      await sees(screen.region("Invariant"), "1 does not hold");
    },
  },
  {
    name: "coverage of operations and of values",
    files: { "values.mch": { from: "tests/browser/models/values.mch" } },
    open: "values.mch",
    async run(screen) {
      await screen.go("Check");
      await screen.page.getByText("How to search").click();
      await screen.page.getByLabel("At most states", { exact: true }).fill("200");
      await start(screen);
      await sees(job(screen), /UNKNOWN|FAIL/);
      await sees(job(screen).getByRole("table", { name: "Coverage of operations" }), "push", "count", "birthday");
      await sees(job(screen).getByRole("table", { name: "Coverage of values" }).getByRole("row").filter({ hasText: /^n\d/ }), /n \d+ 0 \d+/);
    },
  },
  {
    name: "what was not explored is no pass",
    files: { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } },
    open: "scheduler.mch",
    async run(screen) {
      await screen.go("Check");
      await start(screen);
      await sees(job(screen), "PASS", "35", "148", "complete", "PROC=3");
      await screen.page.getByText("How to search").click();
      await screen.page.getByLabel("At most states", { exact: true }).fill("5");
      await start(screen);
      await sees(job(screen), "UNKNOWN", "not complete", "--max-states 5");
      await counts(screen.region("Results").getByRole("article"), 2);
      await job(screen).getByRole("button", { name: /^Remove check/ }).click();
      await counts(screen.region("Results").getByRole("article"), 1);
    },
  },
  {
    name: "a formula of temporal logic: the lasso is drawn",
    files: { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } },
    open: "scheduler.mch",
    async run(screen) {
      await screen.go("Check");
      await screen.page.getByLabel("LTL: every path satisfies").fill("G ({waiting /= {}} => F {active /= {}})");
      await start(screen);
      const finding = job(screen).getByRole("region", { name: /^Formula/ });
      await sees(finding, "FAIL", "for ever");
      const drawing = finding.getByRole("group", { name: /then a loop of \d+/ });
      await counts(drawing.locator(".loop-back"), 1);
      await drawing.getByRole("button").last().focus();
      await screen.press("Enter");
      await sees(finding.getByRole("status"), "After", "waiting = ");
      await counts(screen.region("Results").getByRole("article"), 1);
      await screen.button("Show in the animator", finding).click();
      await sees(screen.region("History"), "create(");
    },
  },
  {
    name: "assertions of a CSP script",
    files: { "vending.csp": { from: "examples/csp/vending.csp" } },
    open: "vending.csp",
    async run(screen) {
      await sees(screen.region("Processes of vending.csp"), "no process MAIN", "TEA_DRINKER");
      await screen.go("Check");
      await start(screen);
      const table = job(screen).getByRole("table", { name: "Assertions" });
      await sees(table.getByRole("row").filter({ hasText: "MACHINE_OF_CHOICE [F= WILFUL" }), "FAIL", "⟨coin", "refuses");
      await sees(table.getByRole("row").filter({ hasText: "MACHINE_OF_CHOICE [T= WILFUL" }), "PASS");
      // One of its processes is opened; the assertions are still those of the script.
      await screen.go("Animate");
      await screen.button("WILFUL", screen.region("Processes of vending.csp")).click();
      await screen.take("coin");
      await sees(screen.region("History"), "2 of 2");
      await screen.go("Check");
      await start(screen);
      await sees(job(screen).getByRole("table", { name: "Assertions" }), "MACHINE_OF_CHOICE [T= WILFUL");
    },
  },
  {
    name: "proof obligations with their status",
    files: { "bank.mch": { from: "examples/proving/bank.mch" } },
    open: "bank.mch",
    async run(screen) {
      await screen.go("Check");
      await screen.page.getByRole("tab", { name: "Proof obligations" }).click();
      await start(screen, "Prove");
      const table = job(screen).getByRole("table", { name: "Proof obligations" });
      await sees(job(screen), "FAIL");
      await sees(table.getByRole("row").filter({ hasText: "transfer/inv3/INV" }), "proved", "a - x + (b + x) = total");
      await job(screen).getByRole("button", { name: /\d+ disproved/ }).click();
      await gone(table.getByRole("row").filter({ hasText: "transfer/inv3/INV" }));
      const leak = table.getByRole("row").filter({ hasText: "leak/inv3/INV" });
      await sees(leak, "disproved");
      await leak.getByText("Counterexample").click();
      await sees(leak, "before", "a = ");
    },
  },
  {
    name: "a proof in a bounded scope is not called proved",
    files: { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } },
    open: "scheduler.mch",
    async run(screen) {
      await screen.go("Check");
      await screen.page.getByRole("tab", { name: "Proof obligations" }).click();
      await screen.page.getByLabel("Other provers").fill("none");
      await start(screen, "Prove");
      const row = job(screen).getByRole("row").filter({ hasText: "inv7/WD" }).first();
      const text = await sees(row, "active : FIN(active)");
      if ((await job(screen).innerText()).includes("bounded")) {
        await sees(row, "bounded", "PROC=", "This is no proof");
        holds(!/^proved/.test(text), "a bounded search is no proof");
      }
    },
  },
  {
    name: "a deadlock says why nothing is enabled; checks without exploring",
    files: { "philosophers.mch": { from: "examples/philosophers/philosophers.mch" } },
    open: "philosophers.mch",
    async run(screen) {
      await screen.go("Check");
      await start(screen);
      await sees(job(screen), "FAIL", "deadlock", "after 4 steps");
      await job(screen).getByText("Why no operation is enabled").click();
      await sees(job(screen), "take_left", "dom(holder) = {0,1,2,3}");
      await screen.page.getByText("Instead of exploring").click();
      await screen.page.getByLabel("Is the invariant inductive?").check();
      await start(screen);
      await sees(job(screen), "--inductive", "PASS", "take_right proved", "something is possible: disproved");
      await screen.page.getByLabel("Is the invariant inductive?").uncheck();
      await screen.page.getByLabel("Bounded: paths of at most steps").fill("2");
      await start(screen);
      await sees(job(screen), "--bmc 2", "UNKNOWN", "No violation after fewer than 3 steps", "Nothing is known of longer paths");
    },
  },
  {
    name: "a mistake in an option is said where it was made",
    files: { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } },
    open: "scheduler.mch",
    async run(screen) {
      await screen.go("Check");
      await screen.page.getByLabel("States where this holds").fill("activ = {}");
      await start(screen);
      await sees(job(screen), /activ/, /unknown|not known|there is no/i);
    },
  },
];
