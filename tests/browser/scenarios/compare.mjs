// Comparing two models.
import { counts, sees } from "../harness/expect.mjs";

const SCHEDULERS = { "": { from: "examples/scheduler" } };
const start = (screen) => screen.page.locator("footer").getByRole("button", { name: "Compare", exact: true }).click();
const job = (screen, at = 0) => screen.region("Results").getByRole("article").nth(at);

export default [
  {
    name: "a counterexample of a refinement as a table of events",
    files: SCHEDULERS,
    open: "scheduler1_err.ref",
    async run(screen) {
      await screen.go("Compare");
      await start(screen);
      await sees(job(screen), "FAIL", "The implementation does something that the specification does not do.");
      const rows = job(screen).getByRole("table").locator("tbody tr");
      await sees(rows.nth(0), "Specification", "new(PROC1)", "enter(PROC1)", "cannot");
      await sees(rows.nth(1), "Implementation", "new(PROC1)", "enter(PROC2)");
      await counts(job(screen).getByRole("table").locator("thead th"), 7);
      await screen.button("enter(PROC2)", rows.nth(1)).click();
      await sees(job(screen).getByRole("status"), "specification", "cannot follow", "implementation", "readyq");
      await sees(job(screen), "allows only", "leave(PROC1)");
      await screen.button("Show the implementation in the animator").click();
      await sees(screen.region("History"), "enter(PROC2)");
    },
  },
  {
    name: "what is offered and refused at the end of a failure",
    files: { "": { from: "examples/server" } },
    open: "server_one_session.ref",
    async run(screen) {
      await screen.go("Compare");
      await screen.page.getByRole("combobox", { name: "Model" }).selectOption("failures");
      await start(screen);
      await sees(job(screen), "The implementation refuses something that the specification offers.");
      const rows = job(screen).getByRole("table").locator("tbody tr");
      await sees(rows.nth(0), "log_in(alice)", "offers {log_in(bob), log_out(alice)}");
      await sees(rows.nth(1), "log_in(alice)", "offers {log_out(alice)}", "refuses {log_in(bob)}");
    },
  },
  {
    name: "the relation between two models, and the gluing invariant",
    files: SCHEDULERS,
    open: "scheduler1.ref",
    async run(screen) {
      await screen.go("Compare");
      await screen.page.getByRole("tab", { name: "Relation between states" }).click();
      await start(screen);
      await sees(job(screen), "PASS", "A downward simulation", "144 pairs", "Gluing invariant", "pst~[{ready}] = ran(readyq)");
    },
  },
  {
    name: "two processes of CSP",
    files: { "": { from: "examples/csp" } },
    open: "vending.csp",
    async run(screen) {
      await screen.go("Compare");
      await screen.page.getByLabel("Implementation").fill("vending.csp#WILFUL");
      await screen.page.getByLabel("Specification").fill("vending.csp#MACHINE_OF_CHOICE");
      await start(screen);
      await sees(job(screen), "PASS", "Every behaviour of the implementation");
    },
  },
];
