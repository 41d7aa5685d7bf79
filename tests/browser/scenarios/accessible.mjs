// Names for all that can be used, and contrasts, as axe finds them; nothing is cut off in a narrow window.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { holds, sees } from "../harness/expect.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong, in words. */
async function audit(screen, where) {
  const found = await screen.page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`).join("; ")}`);
  });
  holds(found.length === 0, `${where}:\n${found.join("\n")}`);
  const wide = await screen.page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }));
  holds(wide.page <= wide.window, `${where} is wider than the window: ${wide.page} > ${wide.window}`);
}

async function everywhere(screen) {
  // The policy of the page lets no script of others in; the debugger may evaluate one.
  await screen.page.evaluate(axe);
  for (const step of ["create(PROC1)", "create(PROC2)", "wake(PROC1)"]) await screen.take(step);
  await screen.field("Expression to watch").fill("card(waiting)");
  await screen.press("Enter");
  await sees(screen.region("Watches"), "card(waiting)");
  await screen.button("waiting", screen.region("State")).click();
  await screen.region("Invariant").getByRole("button", { name: /card\(active\)/ }).click();
  await sees(screen.region("Invariant").getByRole("tree"));
  await audit(screen, "Animate");
  await screen.press("b", "b", "b");
  await screen.operation("swap").locator("button.off").click();
  await sees(screen.region("Why swap is not enabled"), "FALSE");
  await screen.button("Choose parameters of create").click();
  await audit(screen, "Why not");
  await screen.button("Traces…").click();
  await audit(screen, "Traces");
  await screen.press("Escape");
  await screen.go("Check");
  await audit(screen, "Check");
  await screen.page.locator("footer").getByRole("button", { name: "Check", exact: true }).click();
  await sees(screen.region("Results"), "PASS", "Coverage");
  await screen.page.getByLabel("LTL: every path satisfies").fill("G {active = {}}");
  await screen.page.locator("footer").getByRole("button", { name: "Check", exact: true }).click();
  await sees(screen.region("Results"), "FAIL", "Coverage");
  await audit(screen, "Results");
  await screen.go("Compare");
  await audit(screen, "Compare");
  await screen.go("Pictures");
  await sees(screen.region("State space"), "35 states");
  await audit(screen, "State space");
  await screen.page.getByRole("tab", { name: "What enables what" }).click();
  await sees(screen.region("What enables what").getByRole("img"));
  await audit(screen, "What enables what");
  await screen.go("Editor");
  await screen.page.locator(".cm-content").waitFor();
  await audit(screen, "Editor");
  await screen.go("Console");
  await audit(screen, "Console");
  await screen.press("Escape", "o");
  await sees(screen.dialog(), "Open a model");
  await audit(screen, "Open");
}

const FILES = { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } };

export default [
  { name: "light and wide", files: FILES, open: "scheduler.mch", run: everywhere },
  { name: "dark and narrow", files: FILES, open: "scheduler.mch", dark: true, size: { width: 800, height: 700 }, run: everywhere },
  {
    name: "the theme can be chosen, and stays",
    files: FILES,
    open: "scheduler.mch",
    async run(screen) {
      const ground = () => screen.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await ground();
      await screen.button("Dark theme").click();
      const dark = await ground();
      holds(light !== dark, "the ground is another one");
      await screen.page.reload();
      await sees(screen.region("Operations"), "create(PROC1)");
      holds((await ground()) === dark, "it is dark after loading the page again");
      await sees(screen.button("Light theme"));
    },
  },
];
