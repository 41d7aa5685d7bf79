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
