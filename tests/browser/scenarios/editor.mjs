// The text of a model.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { counts, eventually, gone, holds, sees } from "../harness/expect.mjs";

const LIFT = { "lift.mch": { from: "examples/lift/lift.mch" } };

const text = (screen) => screen.page.locator(".cm-content");
const marks = (screen) => screen.page.locator(".cm-lintRange-error");

/** Puts the cursor behind the first place with these words. */
async function after(screen, words) {
  await text(screen).getByText(words).first().click();
  await screen.press("End");
}

export default [
  {
    name: "words are highlighted",
    files: LIFT,
    open: "lift.mch",
    async run(screen) {
      await screen.go("Editor");
      await sees(text(screen), "MACHINE lift", "heading : DIRECTION");
      const colour = (word) =>
        text(screen)
          .getByText(word, { exact: true })
          .first()
          .evaluate((element) => getComputedStyle(element).color);
      const plain = await text(screen).evaluate((element) => getComputedStyle(element).color);
      holds((await colour("MACHINE")) !== plain, "keywords have a colour");
      holds((await colour("MACHINE")) !== (await colour("NATURAL1")), "types have another one");
    },
  },
  {
    name: "mistakes are marked in place as one types",
    files: LIFT,
    open: "lift.mch",
    async run(screen) {
      await screen.go("Editor");
      await sees(screen.region("Problems"), "none");
      await after(screen, "level := 0 || heading := up");
      await screen.page.keyboard.type(" || level := heading");
      await counts(marks(screen), 1);
      await sees(screen.region("Problems"), "error", "7:");
      await marks(screen).hover();
      await sees(screen.page.locator(".cm-tooltip"), "INTEGER");
      await screen.press("Control+z");
      for (let left = 0; left < 6 && (await marks(screen).count()) > 0; left++) await screen.press("Control+z");
      await counts(marks(screen), 0);
      await sees(screen.region("Problems"), "none");
      await after(screen, "VARIABLES level, heading");
      await screen.page.keyboard.type(", ");
      await sees(screen.region("Problems"), "error");
      await screen.region("Problems").getByRole("button").first().click();
      await eventually("the cursor is at the mistake", () => text(screen).evaluate((element) => element.getRootNode().activeElement === element));
    },
  },
  {
    name: "formatting and saving; the open model is reloaded",
    files: LIFT,
    open: "lift.mch",
    async run(screen, { folder }) {
      await screen.go("Editor");
      await screen.button("Format").click();
      await sees(screen.page.locator(".region.editor"), "Formatted.", "not saved");
      await after(screen, "top <= 5");
      await screen.press("Backspace");
      await screen.page.keyboard.type("2");
      await screen.press("Control+s");
      await sees(screen.page.locator(".region.editor"), "Saved.");
      const saved = readFileSync(join(folder, "lift.mch"), "utf8");
      holds(saved.includes("SETS\n  DIRECTION = {up, down}"), "the file has the canonical layout");
      holds(saved.includes("top <= 2"), "and what was typed");
      await screen.button("Reload and replay").click();
      await screen.go("Animate");
      await counts(screen.steps(), 2);
    },
  },
  {
    name: "what was typed is still there after looking at another place, and is saved",
    files: LIFT,
    open: "lift.mch",
    async run(screen, { folder }) {
      await screen.go("Editor");
      await after(screen, "MACHINE lift");
      await screen.page.keyboard.type(" /* one */");
      await screen.go("Animate");
      await screen.go("Editor");
      await sees(screen.page.locator(".region.editor"), "not saved");
      await after(screen, "/* one */");
      await screen.page.keyboard.type(" /* two */");
      await screen.press("Control+s");
      await sees(screen.page.locator(".region.editor"), "Saved.");
      holds(readFileSync(join(folder, "lift.mch"), "utf8").startsWith("MACHINE lift /* one */ /* two */"), "both are in the file");
    },
  },
  {
    name: "what others wrote meanwhile is not overwritten",
    files: LIFT,
    open: "lift.mch",
    async run(screen, { folder }) {
      const file = join(folder, "lift.mch");
      const before = readFileSync(file, "utf8");
      await screen.go("Editor");
      await after(screen, "MACHINE lift");
      await screen.page.keyboard.type(" /* mine */");
      writeFileSync(file, before.replace("MACHINE lift", "MACHINE lift /* theirs */"));
      await screen.press("Control+s");
      await sees(screen.page.getByRole("alert"), "was changed on disk", "Nothing was written");
      holds(readFileSync(file, "utf8").includes("theirs"), "the file is as it was");
      await screen.button("Take what is on disk").click();
      await sees(text(screen), "theirs");
      holds(!(await text(screen).innerText()).includes("mine"), "what was typed is gone");
      await gone(screen.page.getByRole("alert"));
      await after(screen, "MACHINE lift");
      await screen.page.keyboard.type(" /* mine */");
      writeFileSync(file, before.replace("MACHINE lift", "MACHINE lift /* theirs again */"));
      await sees(screen.page.getByRole("alert"), "was changed on disk");
      await screen.button("Write mine").click();
      await gone(screen.page.getByRole("alert"));
      holds(readFileSync(file, "utf8").includes("mine"), "now it is written");
    },
  },
  {
    name: "a file that is deleted is written again, or closed",
    files: LIFT,
    open: "lift.mch",
    async run(screen, { folder }) {
      const file = join(folder, "lift.mch");
      const before = readFileSync(file, "utf8");
      await screen.go("Editor");
      await after(screen, "MACHINE lift");
      await screen.page.keyboard.type(" /* mine */");
      rmSync(file);
      await sees(screen.page.getByRole("alert"), "was deleted on disk");
      await screen.button("Write it again").click();
      await gone(screen.page.getByRole("alert"));
      holds(readFileSync(file, "utf8").startsWith("MACHINE lift /* mine */"), "it is written");
      // One that comes back as it was, as tools do that write a file anew, is no conflict.
      const mine = readFileSync(file);
      rmSync(file);
      await sees(screen.page.getByRole("alert"), "was deleted on disk");
      writeFileSync(file, mine);
      await gone(screen.page.getByRole("alert"));
      // What was said may be old already when one decides.
      await after(screen, "/* mine */");
      await screen.page.keyboard.type(" /* again */");
      writeFileSync(file, before);
      await sees(screen.page.getByRole("alert"), "was changed on disk");
      rmSync(file);
      await sees(screen.page.getByRole("alert"), "was deleted on disk");
      await screen.button("Close it").click();
      await sees(screen.page.locator(".region.editor"), "there is no lift.mch");
      writeFileSync(file, before);
      await sees(text(screen), "MACHINE lift");
      holds(!(await text(screen).innerText()).includes("again"), "what was typed is gone");
    },
  },
  {
    name: "lines end in the file as they did",
    files: { "lines.mch": "MACHINE lines\r\nVARIABLES x\r\nINVARIANT x : BOOL\r\nINITIALISATION x := TRUE\r\nEND\r\n" },
    open: "lines.mch",
    async run(screen, { folder }) {
      const file = join(folder, "lines.mch");
      await screen.go("Editor");
      await sees(text(screen), "MACHINE lines");
      await gone(screen.page.getByText("not saved", { exact: true }));
      holds(await screen.button("Save").isDisabled(), "there is nothing to save");
      await after(screen, "MACHINE lines");
      await screen.page.keyboard.type(" /* mine */");
      await screen.press("Control+s");
      await sees(screen.page.locator(".region.editor"), "Saved.");
      holds(readFileSync(file, "utf8") === "MACHINE lines /* mine */\r\nVARIABLES x\r\nINVARIANT x : BOOL\r\nINITIALISATION x := TRUE\r\nEND\r\n", "all lines end with CR LF");
      // Nothing was typed since: what others write is taken over.
      writeFileSync(file, "MACHINE lines /* theirs */\r\nEND\r\n");
      await sees(text(screen), "theirs");
      await gone(screen.page.getByText("not saved", { exact: true }));
    },
  },
  {
    name: "whoever leaves with a text that is not saved is asked",
    files: LIFT,
    open: "lift.mch",
    async run(screen) {
      const asked = [];
      screen.page.on("dialog", (dialog) => {
        asked.push(dialog.type());
        void dialog.dismiss();
      });
      await screen.go("Editor");
      await after(screen, "MACHINE lift");
      await screen.page.keyboard.type(" /* mine */");
      await screen.go("Animate");
      await screen.page.close({ runBeforeUnload: true });
      await eventually("the page asks", () => asked.join(), (kinds) => kinds === "beforeunload");
      await screen.go("Editor");
      await sees(text(screen), "/* mine */");
      await after(screen, "/* mine */");
      await screen.press("Control+s");
      await sees(screen.page.locator(".region.editor"), "Saved.");
      await screen.page.reload();
      await screen.ready();
      holds(asked.length === 1, "where all is saved nobody is asked");
    },
  },
  {
    name: "a model with mistakes opens in the editor",
    files: { "wrong.mch": { from: "examples/lift/wrong/lift_bracket.mch" } },
    async run(screen) {
      await screen.dialog().getByRole("button", { name: /^wrong\.mch/ }).click();
      await sees(screen.page.locator(".notice.bad"), "wrong.mch");
      await sees(text(screen), "MACHINE");
      await counts(marks(screen), 1);
      await sees(screen.region("Problems"), "expected ')'");
      await eventually("the cursor is in the line of the mistake", () => text(screen).locator(".cm-activeLine").innerText(), (line) => line.includes("move = PRE (level"));
    },
  },
];
