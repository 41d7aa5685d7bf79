// Runs in the web view before the page does: what the page asks its server for goes through the extension, which has the
// token and is on the machine of the server, even where the window is not.
import type { Part, Request } from "./page";

interface Host {
  postMessage(message: Request | { save: string; text: string }): void;
}
declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
const own = document.currentScript as HTMLScriptElement;

/* ---- requests */

interface Waiting {
  resolve: (response: Response) => void;
  reject: (error: Error) => void;
  stream: ReadableStreamDefaultController<Uint8Array> | null;
}

const waiting = new Map<number, Waiting>();
const encoder = new TextEncoder();
const realFetch = window.fetch.bind(window);
let count = 0;

function take(part: Part): void {
  const one = waiting.get(part.id);
  if (!one) return;
  if ("status" in part) {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void (one.stream = stream) });
    one.resolve(new Response(body, { status: part.status }));
  } else if ("text" in part) {
    one.stream?.enqueue(encoder.encode(part.text));
  } else {
    waiting.delete(part.id);
    if ("end" in part) one.stream?.close();
    else if (one.stream) one.stream.error(new TypeError(part.failed));
    else one.reject(new TypeError(part.failed));
  }
}

window.addEventListener("message", (event: MessageEvent<Part>) => {
  if (typeof event.data === "object" && typeof event.data?.id === "number") take(event.data);
});

window.fetch = (input, init) => {
  const path = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
  if (!path.startsWith("/api/")) return realFetch(input, init);
  const id = ++count;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, stream: null });
    host.postMessage({ id, path, method: init?.method ?? "GET", body: init?.body as string | undefined });
  });
};

/* ---- a web view starts no script of a server as a worker, and saves no downloads */

const layout = realFetch(own.dataset["layout"]!).then((answer) => answer.blob());

class LaterWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  private ended = false;
  private readonly real = layout.then((script) => {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new RealWorker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = (event) => this.onmessage?.(event);
    worker.onerror = (event) => this.onerror?.(event);
    return worker;
  });

  postMessage(message: unknown): void {
    void this.real.then((worker) => this.ended || worker.postMessage(message));
  }

  terminate(): void {
    this.ended = true;
    void this.real.then((worker) => worker.terminate());
  }
}

const RealWorker = window.Worker;
window.Worker = LaterWorker as unknown as typeof Worker;

const blobs = new Map<string, Blob>();
const realAddress = URL.createObjectURL.bind(URL);
URL.createObjectURL = (object) => {
  const address = realAddress(object);
  if (object instanceof Blob) blobs.set(address, object);
  return address;
};
const realRevoke = URL.revokeObjectURL.bind(URL);
URL.revokeObjectURL = (address) => {
  blobs.delete(address);
  realRevoke(address);
};
const realClick = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function click() {
  const blob = this.download ? blobs.get(this.href) : undefined;
  if (!blob) return realClick.call(this);
  const name = this.download;
  void blob.text().then((text) => host.postMessage({ save: name, text }));
};

/* ---- light or dark, as the window is */

function showTheme(): void {
  const { classList } = document.body;
  document.documentElement.dataset["theme"] = classList.contains("vscode-dark") || (classList.contains("vscode-high-contrast") && !classList.contains("vscode-high-contrast-light")) ? "dark" : "light";
  window.dispatchEvent(new Event("probity-theme"));
}

document.addEventListener("DOMContentLoaded", () => {
  document.body.style.padding = "0"; // the window has another opinion
  showTheme();
  new MutationObserver(showTheme).observe(document.body, { attributes: true, attributeFilter: ["class"] });
});
