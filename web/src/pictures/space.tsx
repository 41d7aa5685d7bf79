// The state space: every state or classes of them, the path and the present state marked, a click goes there.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Trouble } from "../api/client";
import type { StateGraph } from "../api/types";
import { app, useApp, type Desk, type Job } from "../store/app";
import { asTrouble, Empty, plural, Region, TroubleBox } from "../ui/parts";
import { GraphView } from "./graph_view";
import { DEADLOCKED, INITIAL, UNEXPLORED, VIOLATING } from "./scene";
import { enabledKeys, pictureOf, traceStates, wayTo } from "./state_space";

type Grouping = "states" | "enabled" | "value";

interface Asked {
  most: string;
  grouping: Grouping;
  expression: string;
}

const remembered = new Map<string, { asked: Asked; job: Job | null }>();

export function StateSpace({ desk }: { desk: Desk }) {
  useApp();
  const before = remembered.get(desk.desk) ?? { asked: { most: "1000", grouping: "states" as Grouping, expression: "" }, job: null };
  const [asked, setAsked] = useState(before.asked);
  const [job, setJob] = useState<Job | null>(before.job);
  remembered.set(desk.desk, { asked, job });
  const times = useRef(0);
  const explore = async (now: Asked = asked) => {
    if (now.grouping === "value" && !now.expression.trim()) return;
    const time = ++times.current;
    if (job) app.forget(job);
    const most = Math.max(1, Math.min(50_000, Number.parseInt(now.most, 10) || 1000));
    const next = await app.run("graph", "graph", desk.file, { list: true, "max-states": most, ...(now.grouping === "value" ? { project: now.expression.trim() } : {}) }, null, desk);
    // What was asked for last is shown, though an answer to an earlier question may come after it.
    if (time === times.current) setJob(next);
    else app.forget(next);
  };
  useEffect(() => {
    if (!job) void explore();
  }, []);
  const change = (part: Partial<Asked>) => {
    const next = { ...asked, ...part };
    setAsked(next);
    if (part.grouping && (part.grouping === "value") !== (asked.grouping === "value") && part.grouping !== "value") void explore(next);
  };
  const space: StateGraph | null = Array.isArray(job?.result?.report?.states) ? job!.result!.report : null;
  const running = job?.state === "running";
  return (
    <Region
      title="State space"
      class="space"
      count={space ? `${space.complete ? "complete" : "a part"}: ${plural(space.states.length, job?.options.project ? "value" : "state")}` : undefined}
      tools={
        <form class="line wrap" onSubmit={(event) => {
          event.preventDefault();
          void explore();
        }}>
          <label class="row">
            <span>One node for</span>
            <select value={asked.grouping} onChange={(event) => change({ grouping: event.currentTarget.value as Grouping })}>
              <option value="states">each state</option>
              <option value="enabled">what is enabled</option>
              <option value="value">each value of</option>
            </select>
          </label>
          {asked.grouping === "value" && <input type="text" class="code" aria-label="Expression" placeholder="card(queue)" value={asked.expression} onInput={(event) => change({ expression: event.currentTarget.value })} />}
          <label class="row">
            <span>at most</span>
            <input type="number" class="short" min="1" max="50000" aria-label="At most states" value={asked.most} onInput={(event) => change({ most: event.currentTarget.value })} />
            <span>states</span>
          </label>
          {/* Draw stays where it is: a click that comes when the page begins by itself must not be one on Stop. */}
          <button type="submit" class="main">
            Draw
          </button>
          {running && (
            <button type="button" class="busy" onClick={() => void app.cancel(job!)}>
              Stop
            </button>
          )}
        </form>
      }
    >
      <TroubleBox trouble={job?.trouble ?? null} />
      {job?.result && !space && <TroubleBox trouble={{ message: "There is no graph.", diagnostics: job.result.report?.diagnostics, hint: job.result.messages?.join("\n") || job.result.report?.reasons?.join("; ") }} />}
      {running && <Empty>Exploring{job?.last?.states ? `: ${plural(job.last.states, "state")}` : ""}</Empty>}
      {space && !running && <SpaceGraph desk={desk} space={space} grouping={asked.grouping} expression={(job!.options.project as string | undefined) ?? null} />}
    </Region>
  );
}

function SpaceGraph({ desk, space, grouping, expression }: { desk: Desk; space: StateGraph; grouping: Grouping; expression: string | null }) {
  useApp();
  const picture = useMemo(() => pictureOf(space, grouping === "enabled" ? enabledKeys(space) : null), [space, grouping === "enabled"]);
  const [selected, setSelected] = useState<number | null>(null);
  const [search, setSearch] = useState("");
  const [at, setAt] = useState(0);
  const [reveal, setReveal] = useState(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => setSelected(null), [picture]);
  const { view } = desk;
  const trace = useMemo(() => {
    if (view.history.from > 0) return [];
    return traceStates(space, view.history.items.slice(0, view.history.at), view);
  }, [space, view]);
  const wanted = search.trim().toLowerCase();
  const found = useMemo(() => {
    if (wanted === "") return [];
    const hits: number[] = [];
    picture.states.forEach((states, node) => {
      if (picture.graph.labels[node]!.toLowerCase().includes(wanted) || states.some((state) => space.states[state]!.text.toLowerCase().includes(wanted))) hits.push(node);
    });
    return hits;
  }, [picture, wanted]);
  const marks = useMemo(() => {
    const nodes = trace.map((state) => picture.nodeOf[state]!);
    return { current: nodes.length > 0 ? nodes[nodes.length - 1]! : null, trace: nodes, found: new Set(found) };
  }, [picture, trace, found]);
  const show = (node: number) => {
    setSelected(node);
    setReveal((count) => count + 1);
  };
  const next = (by: number) => {
    if (found.length === 0) return;
    const to = (at + by + found.length) % found.length;
    setAt(to);
    show(found[to]!);
  };

  const go = async (node: number) => {
    setTrouble(null);
    const state = picture.states[node]![0]!;
    try {
      if (expression === null) await goTo(desk, space, state);
      else await goToValue(desk, expression, space.states[state]!.text.replace(/\n\(\d+ states\)$/, ""));
    } catch (error) {
      setTrouble(asTrouble(error));
    }
  };
  const flags = picture.graph.flags;
  return (
    <div class="space-body">
      <div class="canvas-side">
        <GraphView label={`States of ${desk.model.name}`} graph={picture.graph} roots={picture.roots} marks={marks} selected={selected} onSelect={setSelected} onGo={(node) => void go(node)} reveal={reveal} />
        <ul class="legend-row" aria-label="Legend">
          <li><i class="node-mark initial" aria-hidden="true" /> initial</li>
          <li><i class="node-mark present" aria-hidden="true" /> present state and history</li>
          {flags.some((flag) => flag & VIOLATING) && <li><i class="node-mark bad" aria-hidden="true" /> violates</li>}
          {flags.some((flag) => flag & DEADLOCKED) && <li><i class="node-mark doubt" aria-hidden="true" /> deadlock</li>}
          {flags.some((flag) => flag & UNEXPLORED) && <li><i class="node-mark open" aria-hidden="true" /> not explored</li>}
        </ul>
      </div>
      <aside class="node-side" aria-label="Chosen state">
        <form class="line" role="search" onSubmit={(event) => {
          event.preventDefault();
          next(at === 0 && selected !== found[0] ? 0 : 1);
        }}>
          <input type="search" data-key="/" aria-label="Search states" placeholder="Search states" value={search} onInput={(event) => {
            setSearch(event.currentTarget.value);
            setAt(0);
          }} />
          <button type="submit" class="small" disabled={found.length === 0}>
            Next
          </button>
        </form>
        {wanted && <p class="hint" role="status">{plural(found.length, "match", "matches")}</p>}
        {marks.current !== null && (
          <button type="button" class="small" onClick={() => show(marks.current!)}>
            Show the present state
          </button>
        )}
        {marks.current === null && view.initialised && <p class="hint">The present state is not in this picture.</p>}
        <TroubleBox trouble={trouble} />
        {selected === null ? (
          <p class="hint">Click on a node to see its state; double-click to go there.</p>
        ) : (
          <Chosen space={space} states={picture.states[selected]!} flags={flags[selected]!} onGo={() => void go(selected)} onNode={(state) => show(picture.nodeOf[state]!)} />
        )}
        <button type="button" class="link" onClick={() => app.go("animate")}>
          To the animator
        </button>
      </aside>
    </div>
  );
}

function Chosen({ space, states, flags, onGo, onNode }: { space: StateGraph; states: number[]; flags: number; onGo: () => void; onNode: (state: number) => void }) {
  const state = states[0]!;
  const edges = useMemo(() => space.edges.filter((edge) => edge.from === state).slice(0, 60), [space, state]);
  return (
    <>
      <div class="line wrap">
        {(flags & INITIAL) !== 0 && <span class="tag accent">initial</span>}
        {(flags & VIOLATING) !== 0 && <span class="tag bad">violates</span>}
        {(flags & DEADLOCKED) !== 0 && <span class="tag doubt">deadlock</span>}
        {states.length > 1 && <span class="tag">{plural(states.length, "state")}</span>}
      </div>
      <pre class="full">{space.states[state]!.text}</pre>
      <button type="button" class="main" onClick={onGo}>
        Go there
      </button>
      <h3 class="hint">{edges.length === 0 ? "No steps from here" : "Steps from here"}</h3>
      <ul class="instances">
        {edges.map((edge, at) => (
          <li key={at}>
            <button type="button" class="take" onClick={() => onNode(edge.to)}>
              <span class="code">{edge.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Takes the shortest way to a state. */
async function goTo(desk: Desk, space: StateGraph, state: number): Promise<void> {
  const way = wayTo(space, state);
  const steps = way.map((edge) => {
    const { to, text, names } = space.edges[edge]!;
    return { op: names?.[0] ?? text.replace(/[(\s].*$/s, ""), args: {}, results: {}, state: values(space.states[to]!.text) };
  });
  await app.act(desk, "replay", { trace: steps }, true);
}

/** Takes the shortest way from here to a state where the expression, or predicate, has this value. */
async function goToValue(desk: Desk, expression: string, value: string): Promise<void> {
  const equation = `(${expression}) = (${value})`;
  if (value !== "TRUE" && value !== "FALSE") {
    await app.act(desk, "until", { predicate: equation }, true);
    return;
  }
  const predicate = value === "TRUE" ? expression : `not(${expression})`;
  // A predicate has the value TRUE as well as an expression does; the server knows which of the two it is.
  await app.act(desk, "until", { predicate }, true).catch(() => app.act(desk, "until", { predicate: equation }, true));
}

/** "x = 1, y = {a, b}" or a line for each, as names with values. */
function values(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const at = line.indexOf(" = ");
    if (at > 0) found[line.slice(0, at).trim()] = line.slice(at + 3);
  }
  return found;
}
