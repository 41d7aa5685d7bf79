// The model's own picture of its state.
import { readFileSync } from "node:fs";
import { counts, eventually, holds, sees } from "../harness/expect.mjs";

const PICTURES = { "": { from: "examples/pictures" } };

export default [
  {
    name: "a picture in SVG follows the state, and clicks take steps",
    files: PICTURES,
    open: "house.mch",
    async run(screen) {
      const picture = screen.region("Picture");
      await sees(picture.locator("#number"), "0");
      await picture.locator("#button2").click();
      await screen.shows("called", "{2}");
      await screen.take("up");
      await screen.take("up");
      await screen.take("arrive");
      await screen.shows("doors", "opened");
      await sees(picture.locator("#number"), "2");
      await screen.press("b");
      await screen.shows("doors", "closed");
    },
  },
  {
    name: "a grid of images; a disc is dragged",
    files: PICTURES,
    open: "towers.mch",
    async run(screen) {
      const cells = screen.region("Picture").getByRole("gridcell");
      await counts(cells, 18);
      await counts(screen.region("Picture").locator("img, image"), 18);
      await eventually("the images are there", () => screen.region("Picture").locator("img").evaluateAll((all) => all.every((one) => one.complete && one.naturalWidth > 0)));
      await cells.nth(3).dragTo(cells.nth(5));
      await sees(screen.region("History"), "move(left,right)");
    },
  },
  {
    name: "a trace with its pictures is saved as a page that works by itself",
    files: PICTURES,
    open: "house.mch",
    async run(screen, { browser }) {
      await screen.take("call(1)");
      await screen.take("up");
      const arriving = screen.page.waitForEvent("download");
      await screen.button("Save the trace as a page").click();
      const file = await arriving;
      const text = readFileSync(await file.path(), "utf8");
      holds(!/(src|href)="https?:/.test(text), "it needs nothing from elsewhere");
      const context = await browser.newContext({ offline: true });
      const page = await context.newPage();
      await page.setContent(text);
      await sees(page.locator("body"), "call(1)", "up");
      await context.close();
    },
  },
];
