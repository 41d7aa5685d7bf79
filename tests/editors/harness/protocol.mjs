// Is what the server says what the protocol says?  All messages of a run become a program in TypeScript, which is
// checked with the types of Microsoft's library at the end.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import lsp from "vscode-languageserver-protocol/node.js";
import { HERE } from "./places.mjs";

const names = new Map();
for (const [name, one] of Object.entries(lsp)) if (one?.type?.method) names.set(one.type.method, name);

/** [{ line of the program, who has heard it }]; the same message is there once. */
const heard = new Map();

/** What may be any text or number, and so says nothing of types. */
const FREE = new Set(["line", "character", "uri", "targetUri", "oldUri", "newUri", "version", "newText", "value", "message", "name", "title", "label", "detail", "filterText", "sortText", "insertText", "containerName", "code"]);

/** The shape of a message: free texts and numbers are all alike, and so are elements of lists of one shape. */
function shapeOf(value, key) {
  if (typeof value === "string") return FREE.has(key) ? "" : value;
  if (typeof value === "number") return FREE.has(key) ? Math.sign(value) * (Number.isInteger(value) ? 1 : 0.5) : value;
  if (Array.isArray(value)) {
    if (typeof value[0] === "number") return value.slice(0, 5);
    const shapes = new Map(value.map((one) => shapeOf(one)).map((shape) => [JSON.stringify(shape), shape]));
    return [...shapes.values()];
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [/^\w+:/.test(name) ? "uri:" : name, shapeOf(one, name)]));
}

function badPlaces(value, at, problems) {
  if (typeof value !== "object" || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if ((name === "line" || name === "character") && !(Number.isInteger(one) && one >= 0)) problems.push(`${at}.${name} is ${one}`);
    if (typeof one === "object" && one?.start && one.end) {
      const { start, end } = one;
      if (end.line < start.line || (end.line === start.line && end.character < start.character)) problems.push(`${at}.${name} ends before it begins`);
    }
    badPlaces(one, `${at}.${name}`, problems);
  }
}

/** Notes a message: "params" or "result" of a method.  Gives what is wrong with it at once. */
export function note(what, method, value, who) {
  const name = names.get(method);
  if (!name) return method.startsWith("$/") ? [] : [`${method} is no method of the protocol`];
  const problems = [];
  badPlaces(value, `${what} of ${method}`, problems);
  const text = JSON.stringify(value === undefined ? null : shapeOf(value));
  const line = `${what}(p.${name}.type, ${text});`;
  if (!heard.has(line)) heard.set(line, `${who}: ${what} of ${method}`);
  return problems;
}

const HEAD = `import * as p from "vscode-languageserver-protocol/node.js";
declare function params<P>(type: p.ProtocolNotificationType<P, any> | p.ProtocolRequestType<P, any, any, any, any>, value: NoInfer<P>): void;
declare function result<R>(type: p.ProtocolRequestType<any, R, any, any, any> | p.ProtocolRequestType0<R, any, any, any>, value: NoInfer<R>): void;
`;

/** What the compiler says of all messages; `tsc` is the program. */
export function checkTypes(tsc) {
  const lines = [...heard.keys()];
  const file = join(HERE, "node_modules/messages.ts");
  writeFileSync(file, HEAD + lines.join("\n"));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022", "--types", "", "--pretty", "false"];
  const run = spawnSync(process.execPath, [tsc, ...options, file], { encoding: "utf8", cwd: HERE });
  const before = HEAD.split("\n").length - 1;
  return run.stdout
    .split("\n")
    .filter((line) => /error TS/.test(line))
    .map((line) => line.replace(/^.*?\((\d+),\d+\): error TS\d+: /, (all, at) => `${heard.get(lines[at - 1 - before]) ?? "the program"}: `))
    .concat(run.status !== 0 && !/error TS/.test(run.stdout) ? [run.stdout + run.stderr] : []);
}

export const messageCount = () => heard.size;
