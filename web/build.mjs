// Bundles the page and writes it as a C file; CMake runs this.
//
//   node build.mjs --output page_data.c [--npm NPM] [--files FOLDER] [--may-fail]
//
// Packages are installed into node_modules beside this file when the lock file has changed since the last time.
// --files keeps what was embedded as plain files, too.  With --may-fail a page that cannot be made is left out of the
// program, with a message: a machine without a network still gets the program.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "./packages.mjs";

const here = dirname(fileURLToPath(import.meta.url));

const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

function readOptions(words) {
  const options = {};
  for (let at = 0; at < words.length; at++) {
    const name = words[at].replace(/^--/, "");
    options[name] = name === "may-fail" ? true : words[++at];
  }
  return options;
}

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

const baseName = (path) => path.split(/[\\/]/).pop();

async function bundle() {
  const esbuild = await import("esbuild");
  const options = {
    absWorkingDir: here,
    outdir: "out",
    write: false,
    bundle: true,
    minify: true,
    target: ["es2022"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
  };
  const worker = await esbuild.build({ ...options, entryPoints: { layout: "src/pictures/layout_worker.ts", style: "src/style/page.css" }, format: "iife" });
  // What is imported on demand becomes files of its own: the page begins without the editor.
  const page = await esbuild.build({ ...options, entryPoints: { app: "src/main.tsx" }, format: "esm", splitting: true, chunkNames: "part-[hash]", metafile: true });
  const files = [...worker.outputFiles, ...page.outputFiles].map((file) => ({ name: baseName(file.path), bytes: Buffer.from(file.contents) }));
  const needed = page.metafile.outputs["out/app.js"].imports.filter((one) => one.kind === "import-statement").map((one) => baseName(one.path));
  const preload = needed.map((name) => `<link rel="modulepreload" href="/${name}">\n`).join("");
  files.push({ name: "index.html", bytes: Buffer.from(readFileSync(join(here, "index.html"), "utf8").replace("</head>", `${preload}</head>`)) });
  files.push({ name: "icon.svg", bytes: readFileSync(join(here, "icon.svg")) });
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The table of src/serve/page/page.h. */
function cSource(files) {
  const arrays = files.map((file, at) => {
    const lines = [];
    for (let from = 0; from < file.bytes.length; from += 64) {
      lines.push(Array.from(file.bytes.subarray(from, from + 64)).join(","));
    }
    return `static const unsigned char bytes_${at}[] = {\n${lines.join(",\n")},0};\n`;
  });
  const rows = files.map((file, at) => {
    const type = TYPES[file.name.split(".").pop()];
    return `    {"${file.name}", "${type}", "${digest(file.bytes).slice(0, 16)}", bytes_${at}, ${file.bytes.length}},\n`;
  });
  if (rows.length === 0) rows.push('    {"", "", "", (const unsigned char *) "", 0},\n'); // C has no empty arrays
  return (
    "/* Made by web/build.mjs from the files of web/. */\n" +
    '#include "serve/page/page.h"\n\n' +
    arrays.join("\n") +
    `\nconst PageFile page_files[] = {\n${rows.join("")}};\n` +
    `const unsigned page_file_count = ${files.length};\n`
  );
}

const options = readOptions(process.argv.slice(2));
let files = [];
try {
  await installPackages(here, options.npm);
  files = await bundle();
} catch (error) {
  if (!options["may-fail"]) {
    console.error(`The page cannot be built: ${error.message}`);
    process.exit(1);
  }
  console.error(`The program is built without its page (probity serve): ${error.message}`);
}
writeFileSync(options.output, cSource(files));
if (options.files) {
  rmSync(options.files, { recursive: true, force: true });
  mkdirSync(options.files, { recursive: true });
  for (const file of files) writeFileSync(join(options.files, file.name), file.bytes);
}
