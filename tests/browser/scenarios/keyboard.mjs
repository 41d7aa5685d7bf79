// Everything without a mouse.
import { eventually, gone, holds, sees } from "../harness/expect.mjs";

const SCHEDULER = { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } };

const focused = (screen) =>
  screen.page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return (at?.getAttribute("aria-label") ?? at?.innerText ?? "").replace(/\s+/g, " ").trim();
  });

/** Presses Tab until the focus is on this, and inside of what the selector finds. */
async function tabTo(screen, wanted, inside = "body") {
  for (let at = 0; at < 80; at++) {
    await screen.press("Tab");
    if ((await focused(screen)).startsWith(wanted) && (await screen.page.evaluate((selector) => document.activeElement.closest(selector) !== null, inside))) return;
  }
  holds(false, `Tab never comes to “${wanted}”`);
}

export default [
  {
    name: "a model is opened, played with and checked by keys alone",
    files: { ...SCHEDULER, "lift.mch": { from: "examples/lift/lift.mch" } },
    async run(screen) {
      await sees(screen.dialog(), "scheduler.mch");
      await screen.page.keyboard.type("sched");
      await sees(screen.dialog(), "scheduler.mch");
      await screen.press("Enter");
      await gone(screen.dialog());
      await sees(screen.region("Operations"), "create(PROC1)");
      // The list of operations: arrows choose, Enter takes.
      await tabTo(screen, "create(PROC1)");
      await screen.press("ArrowDown", "Enter");
      await screen.shows("waiting", "{PROC2}");
      await screen.press("r");
      await sees(screen.region("History"), "3 of 3");
      await screen.press("b", "b");
      await sees(screen.region("History"), "1 of 3");
      await screen.press("f");
      await screen.press("u");
      await screen.page.keyboard.type("active /= {}");
      await screen.press("Enter");
      await eventually("active", () => screen.value("active").innerText(), (text) => text.includes("PROC"));
      await screen.press("Escape");
      // Why something is not enabled.
      await screen.press("/");
      await screen.page.keyboard.type("remove");
      await screen.press("Escape");
      // Places, help, and back.
      await screen.press("?");
      await sees(screen.dialog(), "Keyboard", "a random step");
      await screen.press("Escape");
      await gone(screen.dialog());
      await screen.press("g", "c");
      await sees(screen.region("Check scheduler"));
      await tabTo(screen, "Check", "footer");
      await screen.press("Enter");
      await sees(screen.region("Results"), "PASS");
      await screen.press("g", "e");
      await eventually("the text", () => screen.page.locator(".cm-content").isVisible());
      await tabTo(screen, "Text of scheduler.mch");
      await screen.page.keyboard.type("x");
      await sees(screen.page.locator(".region.editor"), "not saved");
      await screen.press("Control+z");
      await screen.press("Escape", "Tab");
      holds(!(await focused(screen)).startsWith("Text of"), "Escape and Tab leave the text");
      await screen.press("g", "a");
      await sees(screen.region("Operations"), "enabled");
    },
  },
  {
    name: "the focus is seen, and stays where it was after a step",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await tabTo(screen, "create(PROC1)");
      const outline = () =>
        screen.page.evaluate(() => {
          const style = getComputedStyle(document.activeElement);
          return style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
        });
      holds(await outline(), "what has the focus has an outline");
      await screen.press("Enter");
      await screen.shows("waiting", "{PROC1}");
      const where = await screen.page.evaluate(() => document.activeElement?.closest(".operations") !== null);
      holds(where, "the focus is still in the list of operations");
    },
  },
];
