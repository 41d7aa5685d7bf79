// The lines of `probity repl`, in the state where one is.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ask } from "../api/client";
import type { Diagnostic } from "../api/types";
import { app, type Desk } from "../store/app";
import { asTrouble, Region, TroubleBox } from "../ui/parts";

interface Answer {
  text: string;
  kind: string;
  diagnostics?: Diagnostic[];
}

const HINTS: [string, string][] = [
  ["card(dom(f))", "the value of an expression"],
  ["x > 3 & y : S", "the truth of a predicate; names that are unknown are solved for"],
  [":why P", "why a predicate has its truth"],
  [":all P", "all solutions"],
  [":let x = E", "a name for a value"],
  [":type E", "the type"],
];

export function ConsolePlace({ desk }: { desk: Desk }) {
  const [line, setLine] = useState("");
  const [busy, setBusy] = useState(false);
  const at = useRef<number | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  useEffect(() => end.current?.scrollIntoView?.({ block: "end" }), [desk.console.length]);

  const enter = async () => {
    const input = line.trim();
    if (!input || busy) return;
    setBusy(true);
    at.current = null;
    try {
      const answer = await ask<Answer>("evaluate", { desk: desk.desk, line: input });
      desk.console.push({ input, text: answer.text, kind: answer.kind, diagnostics: answer.diagnostics });
    } catch (error) {
      const trouble = asTrouble(error);
      desk.console.push({ input, text: trouble.diagnostics?.length ? "" : trouble.message, kind: "error", diagnostics: trouble.diagnostics });
    }
    if (desk.console.length > 500) desk.console.shift();
    setLine("");
    setBusy(false);
    app.changed();
  };
  const recall = (by: number) => {
    const lines = desk.console.map((one) => one.input);
    const next = Math.min(lines.length, Math.max(0, (at.current ?? lines.length) + by));
    at.current = next;
    setLine(lines[next] ?? "");
  };
  return (
    <div class="room console">
      <Region
        title="Console"
        count={desk.view.initialised ? "in the present state" : "not initialised: constants only"}
        tools={
          <button type="button" class="small" disabled={desk.console.length === 0} onClick={() => {
            desk.console = [];
            app.changed();
          }}>
            Clear
          </button>
        }
        footer={
          <form class="line prompt" onSubmit={(event) => {
            event.preventDefault();
            void enter();
          }}>
            <span class="code quiet" aria-hidden="true">&gt;</span>
            <textarea
              ref={field}
              class="code grow"
              rows={Math.min(6, line.split("\n").length)}
              aria-label="Formula or command"
              placeholder="A formula, or :help"
              spellcheck={false}
              value={line}
              onInput={(event) => setLine(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && !event.shiftKey) {
                  event.preventDefault();
                  void enter();
                } else if ((event.key === "ArrowUp" && !line.includes("\n")) || (event.key === "ArrowDown" && !line.includes("\n"))) {
                  recall(event.key === "ArrowUp" ? -1 : 1);
                  event.preventDefault();
                }
              }}
            />
            {busy ? (
              <button type="button" class="busy" onClick={() => void ask("interrupt", { desk: desk.desk })}>
                Stop
              </button>
            ) : (
              <button type="submit" class="main">
                Evaluate
              </button>
            )}
          </form>
        }
      >
        <div class="log" role="log" aria-label="Answers">
          {desk.console.length === 0 && (
            <div class="empty">
              <p>Formulas are evaluated in the state that the animator is in.</p>
              <dl class="keys">
                {HINTS.map(([what, meaning]) => (
                  <>
                    <dt class="code">{what}</dt>
                    <dd>{meaning}</dd>
                  </>
                ))}
              </dl>
            </div>
          )}
          {desk.console.map((one, number) => (
            <div key={number} class="entry">
              <pre class="input">&gt; {one.input}</pre>
              {one.text && <pre class={`answer ${one.kind}`}>{one.text.replace(/\n$/, "")}</pre>}
              {one.kind === "error" && one.diagnostics && one.diagnostics.length > 0 && <TroubleBox trouble={{ message: one.diagnostics[0]!.message, diagnostics: one.diagnostics }} source={one.input} />}
            </div>
          ))}
          <div ref={end} />
        </div>
      </Region>
    </div>
  );
}
