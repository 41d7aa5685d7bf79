// The page of `probity serve` for a web view: its files, and the document that shows them.  Nothing here knows VS Code.
import { request as httpRequest } from "node:http";
import { StringDecoder } from "node:string_decoder";

/** Where a server is, and the token that opens it. */
export interface Server {
  port: number;
  token: string;
}

/** The address that `probity serve` prints; null for any other text. */
export function parseAddress(text: string): Server | null {
  const found = /http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]+)/.exec(text);
  return found ? { port: Number(found[1]), token: found[2]! } : null;
}

/** What the web view asks for, and the parts of an answer. */
export interface Request {
  id: number;
  path: string;
  method: string;
  body?: string;
}
export type Part = { id: number; status: number } | { id: number; text: string } | { id: number; end: true } | { id: number; failed: string };

/** Passes one request on, and gives the parts of the answer as they come; the result stops it. */
export function pass(server: Server, request: Request, give: (part: Part) => void): () => void {
  const { id, method, body } = request;
  const decoder = new StringDecoder("utf8");
  const headers: Record<string, string | number> = { Authorization: `Bearer ${server.token}` };
  if (body !== undefined) Object.assign(headers, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  const sent = httpRequest({ host: "127.0.0.1", port: server.port, path: request.path, method, headers }, (response) => {
    give({ id, status: response.statusCode ?? 0 });
    response.on("data", (bytes: Buffer) => give({ id, text: decoder.write(bytes) }));
    response.on("end", () => give({ id, end: true }));
    response.on("error", (error) => give({ id, failed: error.message }));
  });
  sent.on("error", (error) => give({ id, failed: error.message }));
  sent.end(body);
  return () => sent.destroy();
}

/** A request whose answer is wanted as a whole. */
export function ask(server: Server, path: string, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let text = "";
    pass(server, { id: 0, path, method: body ? "POST" : "GET", body: body && JSON.stringify(body) }, (part) => {
      if ("status" in part) status = part.status;
      else if ("text" in part) text += part.text;
      else if ("end" in part) resolve({ status, text });
      else reject(new Error(part.failed));
    });
  });
}

/** The page opens the model; before it hears so, the trace is replayed, and it is told where that ends. */
async function replayed(server: Server, opened: string, trace: unknown): Promise<string> {
  const model = JSON.parse(opened) as { desk: string };
  const { status, text } = await ask(server, "/api/replay", { desk: model.desk, trace });
  const answer = JSON.parse(text) as { view?: unknown; replay?: unknown; error?: { message: string } };
  if (status !== 200) throw new Error(answer.error?.message ?? `the trace cannot be replayed: ${status}`);
  return JSON.stringify({ ...model, view: answer.view, replay: answer.replay });
}

/** What the page asks goes through here; the first model that it opens is shown at the end of `trace`, if there is one. */
export class Tunnel {
  private readonly stops = new Map<number, () => void>();

  constructor(
    private readonly server: Server,
    private readonly post: (part: Part) => void,
    private readonly complain: (message: string) => void,
    private trace?: unknown,
  ) {}

  take(request: Request): void {
    if (!request.path.startsWith("/api/")) return;
    const { trace } = this;
    if (request.path === "/api/open" && trace !== undefined) {
      this.trace = undefined;
      void this.openWith(request, trace);
    } else {
      this.stops.set(request.id, pass(this.server, request, (part) => this.give(part)));
    }
  }

  close(): void {
    for (const stop of this.stops.values()) stop();
  }

  private give(part: Part): void {
    if ("end" in part || "failed" in part) this.stops.delete(part.id);
    this.post(part);
  }

  private async openWith({ id, body }: Request, trace: unknown): Promise<void> {
    try {
      let { status, text } = await ask(this.server, "/api/open", JSON.parse(body ?? "{}") as object);
      if (status === 200) {
        text = await replayed(this.server, text, trace).catch((error: Error) => {
          this.complain(error.message);
          return text;
        });
      }
      this.give({ id, status });
      this.give({ id, text });
      this.give({ id, end: true });
    } catch (error) {
      this.give({ id, failed: String(error) });
    }
  }
}

/** The files of the page by name: what its document asks for, and what these ask for in turn. */
export async function pageFiles(server: Server): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const wanted = ["", "layout.js"];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (files.has(name)) continue;
    const { status, text } = await ask(server, `/${name}`);
    if (status !== 200) throw new Error(`the page has no file ${name || "index.html"}: ${status}`);
    files.set(name, text);
    if (name === "") wanted.push(...Array.from(text.matchAll(/(?:href|src)="\/([\w.-]+\.(?:js|css))"/g), (found) => found[1]!));
    else if (name.endsWith(".js")) wanted.push(...Array.from(text.matchAll(/"\.\/([\w-]+\.js)"/g), (found) => found[1]!));
  }
  files.delete("");
  return files;
}

/** The document of the web view; `place` makes addresses of files of the page, `bridge` is the script that runs first. */
export function documentOf(source: string, place: (name: string) => string, bridge: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${source}`,
    `style-src ${source}`,
    `img-src ${source} data: blob:`,
    `font-src ${source}`,
    `connect-src ${source}`,
    "worker-src blob:",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>Probity</title>
<link rel="stylesheet" href="${place("style.css")}">
<script src="${bridge}" data-layout="${place("layout.js")}"></script>
<script src="${place("app.js")}" type="module"></script>
</head>
<body>
<div id="page"></div>
</body>
</html>
`;
}
