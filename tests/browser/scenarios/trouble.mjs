// What takes too long, ends, or is too much.
import { readdirSync, readFileSync } from "node:fs";
import { counts, eventually, gone, holds, sees } from "../harness/expect.mjs";

const SCHEDULER = { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } };

/** The processes that the server has started. */
function children(parent) {
  const found = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, above] = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
      if (Number(above) === parent) found.push({ pid: Number(pid), words: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

export default [
  {
    name: "the process of a model ends: it is opened again, and is where it was",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen, { server }) {
      await screen.take("create(PROC1)");
      await screen.take("wake(PROC1)");
      const desks = children(server.pid).filter((one) => / desk /.test(one.words));
      holds(desks.length > 0, "the model has a process of its own");
      for (const one of desks) process.kill(one.pid, "SIGKILL");
      await sees(screen.page.locator(".notices"), /ended|stopped|killed/i);
      await screen.button("Open again and replay").click();
      await screen.shows("active", "{PROC1}");
      await gone(screen.button("Open again and replay"));
      await screen.take("create(PROC2)");
      await sees(screen.region("History"), "4 of 4");
    },
  },
  {
    name: "a model stays open while its tab does, also after the tab was loaded again",
    files: SCHEDULER,
    open: "scheduler.mch",
    options: ["--idle-limit", "1"],
    async run(screen) {
      await screen.take("create(PROC1)");
      await screen.page.reload();
      await screen.shows("waiting", "{PROC1}");
      // Longer than the server waits for a tab that is not there.
      await screen.page.waitForTimeout(3000);
      await screen.take("create(PROC2)");
      await screen.shows("waiting", "{PROC1,PROC2}");
    },
  },
  {
    name: "a model that another tab has closed is opened again",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen, { address, context }) {
      const { Screen } = await import("../harness/screen.mjs");
      await screen.take("create(PROC1)");
      // A copy of the tab, with all that it remembers.
      const known = await screen.page.evaluate(() => Object.entries(sessionStorage));
      const page = await context.newPage();
      await page.addInitScript((entries) => entries.forEach(([key, value]) => sessionStorage.setItem(key, value)), known);
      const copy = new Screen(page, context);
      await copy.page.goto(address);
      await copy.shows("waiting", "{PROC1}");
      await copy.button("Close scheduler").click();
      await sees(screen.page.locator(".notices"), "This model was closed");
      await screen.button("Open again").click();
      await gone(screen.button("Open again"));
      await screen.take("create(PROC2)");
      await screen.shows("waiting", "{PROC2}");
    },
  },
  {
    name: "a tab that is loaded again is where it was, with its models and jobs",
    files: { ...SCHEDULER, "counters.mch": { from: "tests/browser/models/counters.mch" } },
    open: "counters.mch",
    async run(screen) {
      await screen.press("o");
      await screen.dialog().getByRole("button", { name: /^scheduler\.mch/ }).click();
      await screen.take("create(PROC1)");
      await screen.button("counters").click();
      await screen.go("Check");
      await screen.button("Check", screen.page.locator("footer")).click();
      const job = screen.page.getByRole("article", { name: /^check counters/ });
      await sees(job, "running", "states a second");
      await screen.page.reload();
      await sees(screen.page.locator(".models .on"), "counters");
      await sees(job, "running", "states a second");
      await screen.button("Cancel", job).click();
      await sees(job, "cancelled");
      await screen.page.reload();
      await sees(job, "cancelled", "states");
      await screen.button("scheduler").click();
      await screen.go("Animate");
      await screen.shows("waiting", "{PROC1}");
    },
  },
  {
    name: "a job that the server has forgotten does not run for ever",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen, { address }) {
      const [origin, token] = address.split("/#");
      const ask = async (name, body = {}) => (await fetch(`${origin}/api/${name}`, { method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` }, body: JSON.stringify(body) })).json();
      // The stream of events breaks as the job is about to end, and comes back later.
      let broken = false;
      await screen.page.route("**/api/events*", (route) => (broken ? route.abort() : route.continue()));
      screen.allowed.push(/net::ERR_/);
      await screen.page.route("**/api/result", (route) => route.fulfill({ json: { job: "j1", command: "check", state: "running", verdict: null, code: null, messages: [], report: null } }));
      broken = true;
      await screen.page.reload();
      await sees(screen.page.getByRole("status").filter({ hasText: "not connected" }));
      await screen.go("Check");
      await screen.button("Check", screen.page.locator("footer")).click();
      await sees(screen.page.locator("article.job"), "running");
      const { jobs } = await eventually("the job has ended", () => ask("jobs"), ({ jobs: all }) => all.length === 1 && all[0].state === "done");
      await ask("forget", { job: jobs[0].job });
      await screen.page.unroute("**/api/result");
      broken = false;
      await gone(screen.page.getByRole("status").filter({ hasText: "not connected" }));
      await sees(screen.page.locator("article.job"), "failed", "the server has forgotten");
    },
  },
  {
    name: "a formula that takes too long is stopped",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await screen.go("Console");
      await screen.field("Formula or command").fill("card({x,y,z | x : 1..3000 & y : 1..3000 & z : 1..3000 & x * y * z mod 7 = 3 & x > y + z})");
      await screen.press("Enter");
      await screen.button("Stop").click();
      await sees(screen.page.getByRole("log").locator(".entry").first(), "card(");
      await gone(screen.button("Stop"));
      await screen.field("Formula or command").fill("1 + 1");
      await screen.press("Enter");
      await sees(screen.page.getByRole("log").locator(".entry").nth(1), "2");
    },
  },
  {
    name: "a long history is shown in parts",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await sees(screen.region("Operations"), "3 enabled");
      await screen.field("Number of random steps").fill("900");
      await screen.button("Random steps").click();
      await sees(screen.region("History"), "901 of 901");
      await counts(screen.history(), 201);
      await screen.history().getByRole("button", { name: "701 earlier" }).click();
      await counts(screen.history(), 701);
      await screen.history().getByRole("button", { name: "201 earlier" }).click();
      await counts(screen.history(), 902);
      await screen.history().getByRole("button", { name: /^450 / }).click();
      await sees(screen.region("History"), "450 of 901");
      await eventually("the place is seen", () => screen.history().locator("[aria-current=step]").isVisible());
    },
  },
];
