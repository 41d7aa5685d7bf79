#!/usr/bin/env node
// Makes the picture of the page that README.md begins with.
//
//   tests/browser/picture.mjs [--bin PROGRAM] [-o docs/page.png]
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "../../web/packages.mjs";
import { findChromium, launch } from "./harness/chromium.mjs";
import { sees } from "./harness/expect.mjs";
import { HERE, newFolder, removeFolder, ROOT, serve } from "./harness/program.mjs";
import { Screen } from "./harness/screen.mjs";

const { values: options } = parseArgs({
  options: {
    bin: { type: "string", default: join(ROOT, "build/release/probity") },
    output: { type: "string", short: "o", default: join(ROOT, "docs/page.png") },
  },
});

/** Some steps, two watched expressions, and the reason why an operation is not enabled. */
async function play(screen) {
  for (const step of ["call(2)", "call(3)", "up", "call(0)", "up", "arrive"]) await screen.take(step);
  for (const expression of ["floor", "card(called)"]) {
    await screen.field("Expression to watch").fill(expression);
    await screen.press("Enter");
    await sees(screen.region("Watches"), expression);
  }
  await screen.operation("up").locator("button.off").click();
  await sees(screen.region("Why up is not enabled"), "FALSE");
  await sees(screen.region("Picture"));
  await screen.page.mouse.move(0, 0);
  await screen.page.evaluate(() => document.activeElement?.blur());
  await screen.page.waitForTimeout(300);
}

await installPackages(HERE, null);
const folder = newFolder({ "": { from: "examples/pictures" } });
const server = await serve([options.bin, "serve"], join(folder, "house.mch"));
const browser = await launch(findChromium());
try {
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, reducedMotion: "reduce" });
  const screen = new Screen(await context.newPage(), context);
  await screen.page.goto(server.address);
  await screen.ready();
  await play(screen);
  await screen.picture(options.output);
} finally {
  await browser.close();
  await server.stop();
  removeFolder(folder);
}
