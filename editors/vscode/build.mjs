#!/usr/bin/env node
// Builds the extension for VS Code.
//
//   editors/vscode/build.mjs [--output FILE.vsix] [--npm NPM] [--check]
//
// The packages of package-lock.json are installed first (by npm if it is named).  --check also checks the types.  A .vsix
// is an archive with a manifest of its own; the same files give the same bytes.
import { execFileSync } from "node:child_process";
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installPackages } from "../../web/packages.mjs";

const here = dirname(fileURLToPath(import.meta.url));

async function bundle() {
  const esbuild = await import("esbuild");
  const options = { absWorkingDir: here, bundle: true, minify: true, legalComments: "none", logLevel: "warning" };
  await esbuild.build({ ...options, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", platform: "node", format: "cjs", target: ["node18"], external: ["vscode"] });
  await esbuild.build({ ...options, entryPoints: ["src/bridge.ts"], outfile: "dist/bridge.js", platform: "browser", format: "iife", target: ["es2022"] });
}

/** What the extension consists of: path in it → file. */
function contents() {
  const files = { "package.json": "package.json", "README.md": "README.md", LICENSE: "../../LICENSE", "CHANGELOG.md": "../../CHANGELOG.md" };
  for (const folder of ["dist", "languages", "syntaxes"])
    for (const name of readdirSync(join(here, folder)).sort()) files[`${folder}/${name}`] = `${folder}/${name}`;
  return files;
}

const xml = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

function manifest(about) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${about.name}" Version="${about.version}" Publisher="${about.publisher}"/>
    <DisplayName>${xml(about.displayName)}</DisplayName>
    <Description xml:space="preserve">${xml(about.description)}</Description>
    <Tags>${about.keywords.map(xml).join(",")}</Tags>
    <Categories>${about.categories.map(xml).join(",")}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <License>extension/LICENSE</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${about.engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
      <Property Id="Microsoft.VisualStudio.Code.LocalizedLanguages" Value=""/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/CHANGELOG.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

const TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".vsixmanifest" ContentType="text/xml"/><Override PartName="/extension/LICENSE" ContentType="text/plain"/></Types>
`;

async function pack(output) {
  const { default: yazl } = await import("yazl");
  const archive = new yazl.ZipFile();
  const options = { mtime: new Date(2020, 0, 1), mode: 0o100644 };
  const add = (name, bytes) => archive.addBuffer(Buffer.from(bytes), name, options);
  const about = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  add("extension.vsixmanifest", manifest(about));
  add("[Content_Types].xml", TYPES);
  for (const [name, path] of Object.entries(contents())) {
    const bytes = readFileSync(join(here, path));
    // What only builds need is not told to those who install it.
    add(`extension/${name}`, name === "package.json" ? JSON.stringify({ ...about, private: undefined, devDependencies: undefined, dependencies: undefined }, null, 2) : bytes);
  }
  archive.end();
  mkdirSync(dirname(output), { recursive: true });
  await new Promise((done, fail) => archive.outputStream.pipe(createWriteStream(output)).on("close", done).on("error", fail));
}

const { values } = parseArgs({ options: { output: { type: "string" }, npm: { type: "string" }, check: { type: "boolean", default: false } } });
await installPackages(here, values.npm ?? null);
if (values.check) execFileSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "-p", here], { stdio: "inherit" });
await bundle();
if (values.output) await pack(resolve(values.output));
