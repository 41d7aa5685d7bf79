// Installs the packages of a lock file; who builds or tests the page calls this.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetchPackages } from "./fetch_packages.mjs";

/** Puts the packages into node_modules of the folder, unless they are there already: by npm, which knows of proxies and has
 *  a cache, or else, with npm null, by fetch_packages.mjs. */
export async function installPackages(folder, npm) {
  const stamp = join(folder, "node_modules", ".made-from");
  const wanted = createHash("sha256").update(readFileSync(join(folder, "package-lock.json"))).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  if (npm) {
    execFileSync(npm, ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      timeout: 150_000,
    });
  } else {
    await fetchPackages(folder);
  }
  writeFileSync(stamp, wanted);
}
