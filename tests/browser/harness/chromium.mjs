// The browser: the one of the system, without a window.
import { existsSync } from "node:fs";
import { join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of a browser that can be driven, or null; PROBITY_CHROMIUM names another one. */
export function findChromium() {
  if (process.env.PROBITY_CHROMIUM) return process.env.PROBITY_CHROMIUM;
  const folders = (process.env.PATH ?? "").split(":");
  for (const name of NAMES) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  return null;
}

export async function launch(path, headed) {
  const { chromium } = await import("playwright-core");
  // Without a graphics card a page is drawn by the processor in any case; starting the attempt costs a second.
  return chromium.launch({ executablePath: path, headless: !headed, args: ["--disable-gpu", "--force-color-profile=srgb"] });
}
