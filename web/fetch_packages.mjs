// Installs the packages of a lock file without npm, which has hundreds of packages of its own in Debian.
// Each package is downloaded from the registry, compared with the hash in the lock file, and unpacked.
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { dirname, join, normalize, sep } from "node:path";
import { rootCertificates } from "node:tls";
import { gunzipSync } from "node:zlib";

const BLOCK = 512;

/** Calls `take(name, bytes, mode)` for each plain file of a tar archive, whose first folder is dropped. */
function untar(archive, take) {
  const field = (from, length) => archive.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  let longName = null;
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const size = parseInt(field(at + 124, 12), 8) || 0;
    const type = String.fromCharCode(archive[at + 156]);
    const body = archive.subarray(at + BLOCK, at + BLOCK + size);
    const prefix = field(at + 257, 5) === "ustar" ? field(at + 345, 155) : "";
    const plain = (prefix ? `${prefix}/` : "") + field(at, 100);
    if (type === "x" || type === "L") {
      const path = type === "L" ? body.toString("utf8").replace(/\0.*$/s, "") : /\d+ path=(.*)\n/.exec(body.toString("utf8"))?.[1];
      longName = path ?? longName;
    } else {
      if (type === "0" || type === "\0") take((longName ?? plain).split("/").slice(1).join("/"), body, parseInt(field(at + 100, 8), 8));
      longName = null;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

const fits = (list, here) => !list || list.includes(here);

/** Whom the system trusts counts, too: Node.js itself knows its own list only, and not the authority of a company's network. */
function authorities() {
  const store = "/etc/ssl/certs/ca-certificates.crt";
  return existsSync(store) ? [...rootCertificates, readFileSync(store, "utf8")] : undefined;
}

/** The bytes at an address. */
function download(address, ca) {
  const { get } = address.startsWith("http:") ? http : https;
  return new Promise((resolve, reject) => {
    const request = get(address, { ca, timeout: 60_000 }, (response) => {
      const parts = [];
      if (response.statusCode !== 200) reject(new Error(`${address}: ${response.statusCode}`));
      response.on("data", (part) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => resolve(Buffer.concat(parts)));
    });
    request.on("timeout", () => request.destroy(new Error(`${address}: no answer`)));
    request.on("error", (error) => reject(new Error(`${address}: ${error.message}`)));
  });
}

async function fetchPackage(folder, place, wanted, registry, ca) {
  const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
  const address = `${registry}/${name}/-/${name.split("/").pop()}-${wanted.version}.tgz`;
  const bytes = await download(address, ca);
  const [kind, hash] = wanted.integrity.split("-", 2);
  if (createHash(kind).update(bytes).digest("base64") !== hash) throw new Error(`${address} is not what the lock file names`);
  const target = join(folder, place);
  untar(gunzipSync(bytes), (path, content, mode) => {
    const file = normalize(join(target, path));
    if (!file.startsWith(target + sep)) throw new Error(`${address} has a file outside of its folder`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (mode & 0o100) chmodSync(file, 0o755);
  });
}

export async function fetchPackages(folder) {
  const registry = (process.env.npm_config_registry ?? "https://registry.npmjs.org").replace(/\/+$/, "");
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  const wanted = Object.entries(packages).filter(
    ([place, one]) => place !== "" && fits(one.os, process.platform) && fits(one.cpu, process.arch) && !one.libc?.includes("musl"),
  );
  const ca = authorities();
  await Promise.all(wanted.map(([place, one]) => fetchPackage(folder, place, one, registry, ca)));
}
