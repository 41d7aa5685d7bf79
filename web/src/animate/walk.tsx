// Moving along the path: back, forward, random steps, until a predicate holds.
import { useState } from "preact/hooks";
import type { Trouble } from "../api/client";
import { app, type Desk } from "../store/app";
import { asTrouble, Tool, TroubleBox } from "../ui/parts";

export function Walk({ desk }: { desk: Desk }) {
  const [count, setCount] = useState("10");
  const [until, setUntil] = useState("");
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const { history } = desk.view;
  const steps = Math.max(1, Math.min(100_000, Number.parseInt(count, 10) || 1));

  const run = async (name: string, body: object) => {
    setTrouble(null);
    try {
      await app.act(desk, name, body, true);
    } catch (error) {
      setTrouble(asTrouble(error));
    }
  };
  return (
    <div class="walk" role="toolbar" aria-label="Steps">
      <div class="line">
        <Tool icon="restart" label="Restart" onClick={() => void run("restart", {})} />
        <Tool icon="back" label="Back" keys="b" text data-key="b" disabled={history.at === 0} onClick={() => void run("back", {})} />
        <Tool icon="forward" label="Forward" keys="f" text data-key="f" disabled={history.at >= history.length} onClick={() => void run("forward", {})} />
        <span class="rule" />
        <Tool icon="random" label="Random step" keys="r" text data-key="r" onClick={() => void run("random", { count: 1 })} />
        <input type="number" min="1" max="100000" class="short" aria-label="Number of random steps" value={count} onInput={(event) => setCount(event.currentTarget.value)} />
        <button type="button" onClick={() => void run("random", { count: steps })}>
          Random steps
        </button>
        <span class="rule" />
        <form
          class="line grow"
          onSubmit={(event) => {
            event.preventDefault();
            if (until.trim()) void run("until", { predicate: until });
          }}
        >
          <input type="text" class="code grow" data-key="u" aria-label="Run until" placeholder="Run until … holds" value={until} onInput={(event) => setUntil(event.currentTarget.value)} aria-invalid={trouble?.diagnostics ? "true" : undefined} />
          <button type="submit" title="The shortest way to a state where the predicate holds" disabled={!until.trim()}>
            Shortest way
          </button>
          <button type="button" disabled={!until.trim()} title="Random steps that end where the predicate holds" onClick={() => void run("random", { count: 10_000, until })}>
            At random
          </button>
        </form>
        {desk.busy && (
          <button type="button" class="busy" onClick={() => void app.act(desk, "interrupt")}>
            Stop
          </button>
        )}
      </div>
      {trouble && <TroubleBox trouble={trouble} source={until} />}
      {desk.trouble && desk.trouble !== trouble && <TroubleBox trouble={desk.trouble} />}
      {desk.view.message && <p class="message" role="status">{desk.view.message}</p>}
    </div>
  );
}
