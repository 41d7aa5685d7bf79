// Requests to the server, and its stream of events.
import type { Diagnostic, ServerEvent, Why } from "./types";

export interface Trouble {
  message: string;
  hint?: string;
  diagnostics?: Diagnostic[];
  kind?: string;
  hash?: string | null;
  why?: Why[];
  enabled?: unknown;
}

/** A request that was not done; `trouble` is what the server said. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly trouble: Trouble,
  ) {
    super(trouble.message);
  }
}

const unreachable = { message: "The server does not answer.", hint: "Is `probity serve` still running?", kind: "gone" };

function readToken(): string {
  const given = location.hash.slice(1);
  try {
    if (/^[0-9a-f]{16,}$/i.test(given)) {
      // Names of models and jobs are those of one server.
      if (sessionStorage.getItem("probity.token") !== given) sessionStorage.removeItem("probity.tab");
      sessionStorage.setItem("probity.token", given);
      return given;
    }
    return sessionStorage.getItem("probity.token") ?? "";
  } catch {
    return given;
  }
}

/** The name of this tab stays when it is loaded again, as the models that it has opened do. A tab that is a copy of another
 *  one has the same name, and the same models: these stay open as long as one of the two does. */
function readClientName(): string {
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const known = sessionStorage.getItem("probity.client");
    if (!known) sessionStorage.setItem("probity.client", fresh);
    return known ?? fresh;
  } catch {
    return fresh;
  }
}

export const token = readToken();
export const clientName = readClientName();

export async function ask<T>(name: string, body: object = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, unreachable);
  }
  // eslint-disable-next-line
  let answer: any;
  try {
    answer = await response.json();
  } catch {
    throw new Refused(response.status, { message: `The server answered ${response.status} without a reason.` });
  }
  if (!response.ok || answer.error) {
    throw new Refused(response.status, answer.error ?? { message: `The server answered ${response.status}.` });
  }
  return answer as T;
}

/** Calls `take` with each event, for as long as the page lives; `live` hears whether the stream stands. */
export async function listen(take: (event: ServerEvent) => void, live: (on: boolean) => void): Promise<never> {
  for (let pause = 250; ; pause = Math.min(pause * 2, 5000)) {
    try {
      const response = await fetch(`/api/events?client=${clientName}`, { headers: { Authorization: `Bearer ${token}` } });
      if (response.ok && response.body) {
        live(true);
        pause = 250;
        await readLines(response.body, (line) => take(JSON.parse(line) as ServerEvent));
      }
    } catch {
      // The stream broke; it is asked for again below.
    }
    live(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function readLines(stream: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.trim() !== "") take(line);
    }
  }
}
