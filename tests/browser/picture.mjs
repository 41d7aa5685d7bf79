#!/usr/bin/env node
// Makes the picture of the page that README.md begins with.
//
//   tests/browser/picture.mjs [--bin PROGRAM] [-o docs/page.png]
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "../../web/packages.mjs";
import { findChromium, launch } from "./harness/chromium.mjs";
import { HERE, newFolder, removeFolder, ROOT, serve } from "./harness/program.mjs";
import { playForReadme, README } from "./harness/readme.mjs";
import { Screen } from "./harness/screen.mjs";

const { values: options } = parseArgs({
  options: {
    bin: { type: "string", default: join(ROOT, "build/release/probity") },
    output: { type: "string", short: "o", default: join(ROOT, "docs/page.png") },
  },
});

await installPackages(HERE, null);
const folder = newFolder(README.files);
const server = await serve([options.bin, "serve"], join(folder, README.open));
const browser = await launch(findChromium());
try {
  const context = await browser.newContext({ viewport: README.size, reducedMotion: "reduce" });
  const screen = new Screen(await context.newPage(), context);
  await screen.page.goto(server.address);
  await screen.ready();
  await playForReadme(screen);
  await screen.page.waitForTimeout(500);
  await screen.picture(options.output);
} finally {
  await browser.close();
  await server.stop();
  removeFolder(folder);
}
