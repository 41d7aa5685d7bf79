// One scenario: its folder, its server, its tab.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Unexpected } from "./expect.mjs";
import { newFolder, removeFolder, ROOT, serve } from "./program.mjs";
import { Screen } from "./screen.mjs";

const WIDE = { width: 1280, height: 800 };
const LIMIT = 60_000;

function commandOf(options) {
  return [options.bin, "serve"];
}

async function within(limit, what, work) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Unexpected(`${what} took longer than ${limit / 1000} s`)), limit)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Fields of a scenario: `name`; `files`: what is in the folder (program.mjs); `open`: the file that is named to the server,
 *  else it gets the folder; `options` of the server; `size`, `dark`: of the window; `closed`: the page is not opened yet;
 *  `alone`: nothing else runs beside it; `limit`: in milliseconds; `run(screen, world)`, which may return a remark. */
export async function runScenario(browser, scenario, options) {
  const folder = newFolder(scenario.files);
  const problems = [];
  let server = null;
  let remark;
  try {
    server = await serve(commandOf(options), scenario.open ? join(folder, scenario.open) : folder, scenario.options);
    remark = await inTab(browser, scenario, options, { folder, server, address: server.address, browser, options }, problems);
  } catch (error) {
    problems.push(error);
  }
  const how = await server?.stop();
  if (how && (how.signal || how.code > 128 || /ERROR: |runtime error/.test(how.complaints))) problems.push(new Unexpected(`serve ended with ${how.signal ?? how.code}: ${how.complaints}`));
  removeFolder(folder);
  if (problems.length > 0) throw problems.length === 1 ? problems[0] : new Unexpected(problems.map((one) => one.message).join("\n"));
  return remark;
}

async function inTab(browser, scenario, options, world, problems) {
  const context = await browser.newContext({ viewport: scenario.size ?? WIDE, colorScheme: scenario.dark ? "dark" : "light", reducedMotion: "reduce" });
  const screen = new Screen(await context.newPage(), context);
  let remark;
  try {
    if (!scenario.closed) await screen.page.goto(world.address);
    if (!scenario.closed && scenario.open) await screen.ready();
    remark = await within(scenario.limit ?? LIMIT, "the scenario", scenario.run(screen, { ...world, context }));
  } catch (error) {
    problems.push(error);
    await shoot(screen, join(ROOT, "build/browser"), scenario.name);
  }
  if (options.shots) await shoot(screen, options.shots, scenario.name);
  if (screen.complaints.length > 0) problems.push(new Unexpected(`the browser complained:\n${screen.complaints.join("\n")}`));
  await context.close();
  return remark;
}

async function shoot(screen, folder, name) {
  mkdirSync(folder, { recursive: true });
  await screen.picture(join(folder, `${name.replace(/[^A-Za-z0-9]+/g, "-")}.png`)).catch(() => undefined);
}
