// What can be done in this state, by operation, and why the rest cannot.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask, type Trouble } from "../api/client";
import type { Operation, Transition, View, Why } from "../api/types";
import { app, type Desk } from "../store/app";
import { arrowKeys, asTrouble, Empty, Region, Tool, TroubleBox, WhyTree } from "../ui/parts";

const SHOWN_AT_ONCE = 12;

interface Group {
  at: number | null;
  name: string;
  operation: Operation | null;
  enabled: number;
  trouble: boolean;
  items: Transition[];
}

function groupsOf(desk: Desk): Group[] {
  const { model, view } = desk;
  const of = new Map<number | null, Transition[]>();
  for (const item of view.enabled.items) {
    const list = of.get(item.operation);
    if (list) list.push(item);
    else of.set(item.operation, [item]);
  }
  const groups: Group[] = [];
  if (view.start.enabled > 0) {
    groups.push({ at: null, name: "Ways to begin", operation: null, enabled: view.start.enabled, trouble: false, items: of.get(null) ?? [] });
  }
  model.operations.forEach((operation, at) => {
    const state = view.operations[at];
    groups.push({ at, name: operation.name, operation, enabled: state?.enabled ?? 0, trouble: state?.trouble ?? false, items: of.get(at) ?? [] });
  });
  return groups;
}

const fits = (item: Transition, wanted: string) => wanted === "" || item.text.toLowerCase().includes(wanted);

function signature(operation: Operation): string {
  const results = operation.results.map((one) => one.name).join(", ");
  const parameters = operation.parameters.map((one) => one.name).join(", ");
  return `${results ? `${results} <-- ` : ""}${operation.name}${parameters ? `(${parameters})` : ""}`;
}

function typed(operation: Operation): string {
  const show = (list: { name: string; type: string }[]) => list.map((one) => `${one.name} : ${one.type}`).join(", ");
  return [operation.parameters.length > 0 ? show(operation.parameters) : "no parameters", operation.results.length > 0 ? `gives ${show(operation.results)}` : ""].filter(Boolean).join("; ");
}

/** Before the initialisation no operation is enabled, whatever ways to begin there are. */
function countText(view: View): string {
  const more = view.enabled.complete ? "" : "+";
  const { count } = view.enabled;
  if (view.initialised) return `${count.toLocaleString("en")}${more} enabled`;
  return `${count.toLocaleString("en")}${more} ${count === 1 ? "way" : "ways"} to begin`;
}

export function Operations({ desk }: { desk: Desk }) {
  const [filter, setFilter] = useState("");
  const [enabledOnly, setEnabledOnly] = useState(false);
  const { view, model } = desk;
  const groups = useMemo(() => groupsOf(desk), [view, model]);
  const wanted = filter.trim().toLowerCase();
  const named = (group: Group) => wanted === "" || group.name.toLowerCase().includes(wanted);
  const shown = groups
    .filter((group) => named(group) || group.items.length < group.enabled || group.items.some((item) => fits(item, wanted)))
    .filter((group) => !enabledOnly || group.enabled > 0);
  const words = model.words?.operations ?? "operations";
  return (
    <Region
      title={words[0]!.toUpperCase() + words.slice(1)}
      class="operations"
      count={countText(view)}
      tools={
        <>
          <input type="search" class="filter" data-key="/" placeholder="Filter" aria-label="Filter operations" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
          <button type="button" class="small" aria-pressed={enabledOnly} onClick={() => setEnabledOnly(!enabledOnly)}>
            Enabled only
          </button>
        </>
      }
    >
      <Stuck view={view} />
      <div class="ops" onKeyDown={(event) => arrowKeys(event, "button.take, button.off")}>
        {shown.map((group) => (
          <GroupRow key={group.at ?? "start"} desk={desk} group={group} wanted={named(group) ? "" : wanted} />
        ))}
      </div>
      {groups.length === 0 && <Empty>This model has no {words}.</Empty>}
      {groups.length > 0 && shown.length === 0 && <Empty>{wanted ? `No ${words} match “${filter}”.` : `No ${words} are enabled here.`}</Empty>}
    </Region>
  );
}

function Stuck({ view }: { view: View }) {
  return (
    <>
      {view.stuck && (
        <div class={`trouble ${view.stuck.kind === "deadlock" || view.stuck.kind === "no-start" ? "" : "doubt"}`} role="status">
          {view.stuck.message}
        </div>
      )}
      {view.outside && <div class="trouble doubt">The model asks not to go on from this state.</div>}
      {view.troubles.map((trouble, at) => (
        <div key={at} class="trouble doubt">
          {trouble.call && <code>{trouble.call}: </code>}
          {trouble.message}
          {trouble.place && (
            <>
              {" "}
              <button type="button" class="link" onClick={() => app.edit(trouble.place!.file, trouble.place!.line, trouble.place!.column)}>
                line {trouble.place.line}
              </button>
            </>
          )}
        </div>
      ))}
    </>
  );
}

/** Of an operation with very many steps the first ones are here; `wanted` is what their texts are searched for. */
function GroupRow({ desk, group, wanted }: { desk: Desk; group: Group; wanted: string }) {
  const [open, setOpen] = useState<boolean | null>(null);
  const [more, setMore] = useState<Transition[]>([]);
  const [panel, setPanel] = useState<"why" | "choose" | null>(null);
  const turn = desk.view.turn;
  useEffect(() => {
    setMore([]);
    if (panel === "why") setPanel(null);
  }, [turn]);
  const loaded = more.length > 0 ? [...group.items, ...more] : group.items;
  const items = wanted === "" ? loaded : loaded.filter((item) => fits(item, wanted));
  const left = group.enabled - loaded.length;
  const single = items.length === 1 && group.enabled === 1 && group.at !== null;
  const unfolded = open ?? items.length <= SHOWN_AT_ONCE;
  const shown = unfolded ? items : items.slice(0, SHOWN_AT_ONCE);
  const off = group.enabled === 0;
  const name = group.operation ? signature(group.operation) : group.name;
  const canChoose = group.operation !== null && (group.operation.parameters.length > 0 || group.enabled > 1);

  const loadMore = async () => {
    const answer = await ask<{ items: Transition[] }>("enabled", { desk: desk.desk, ...(group.operation ? { operation: group.operation.name } : {}), from: loaded.length, count: wanted === "" ? 200 : 2000 });
    setMore([...more, ...answer.items]);
    setOpen(true);
  };

  return (
    <div class={`op ${off ? "is-off" : ""}`} role="group" aria-label={group.name}>
      <div class="op-head">
        {off ? (
          <button type="button" class="off" title={group.operation ? typed(group.operation) : undefined} aria-expanded={panel === "why"} onClick={() => setPanel(panel === "why" ? null : "why")}>
            <span class="code">{name}</span>
            <span class="hint">{group.trouble ? "unknown" : "not enabled"}</span>
          </button>
        ) : single ? (
          <TakeButton desk={desk} item={items[0]!} />
        ) : (
          <button type="button" class="head" aria-expanded={unfolded} title={group.operation ? typed(group.operation) : undefined} onClick={() => setOpen(!unfolded)}>
            <span class="code">{name}</span>
            <span class="tag accent">{`${wanted === "" ? "" : `${items.length.toLocaleString("en")} of `}${group.enabled.toLocaleString("en")}`}</span>
          </button>
        )}
        {canChoose && (
          <Tool icon="more" label={`Choose parameters of ${group.name}`} class="plain tight" aria-pressed={panel === "choose"} onClick={() => setPanel(panel === "choose" ? null : "choose")} />
        )}
      </div>
      {panel === "why" && group.operation && <WhyNot desk={desk} operation={group.operation} />}
      {panel === "choose" && group.operation && <Choose desk={desk} operation={group.operation} />}
      {!off && !single && (
        <ul class="instances">
          {shown.map((item) => (
            <li key={item.index}>
              <TakeButton desk={desk} item={item} />
            </li>
          ))}
          {(shown.length < items.length || left > 0) && (
            <li>
              <button type="button" class="link" onClick={() => (shown.length < items.length ? setOpen(true) : void loadMore())}>
                {shown.length < items.length || wanted === "" ? `${(items.length + left - shown.length).toLocaleString("en")} more` : `search the other ${left.toLocaleString("en")}`}
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function TakeButton({ desk, item }: { desk: Desk; item: Transition }) {
  const changes = item.changes.map((change) => `${change.text}`).join(", ");
  return (
    <button type="button" class="take" title={changes || "changes nothing"} onClick={() => void app.act(desk, "step", { index: item.index, turn: desk.view.turn })}>
      <span class="code">{item.text}</span>
      <span class="hint code effect">{changes}</span>
    </button>
  );
}

/** The conjuncts of the guard that are not true here. */
export function WhyNot({ desk, operation }: { desk: Desk; operation: Operation }) {
  const [why, setWhy] = useState<Why[] | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [values, setValues] = useState("");
  const load = async (given: string) => {
    try {
      const answer = await ask<{ enabled: boolean; why: Why[] }>("why-not", { desk: desk.desk, operation: operation.name, ...(given.trim() ? { arguments: given } : {}) });
      setWhy(answer.why);
      setTrouble(answer.enabled ? { message: "It is enabled with these arguments." } : null);
    } catch (error) {
      setTrouble(asTrouble(error));
    }
  };
  useEffect(() => void load(""), [desk.view.turn, operation.name]);
  return (
    <div class="unfolded" role="region" aria-label={`Why ${operation.name} is not enabled`}>
      {operation.parameters.length > 0 && (
        <form
          class="line"
          onSubmit={(event) => {
            event.preventDefault();
            void load(values);
          }}
        >
          <input type="text" class="code" aria-label={`Arguments of ${operation.name}`} placeholder={operation.parameters.map((one) => one.name).join(", ")} value={values} onInput={(event) => setValues(event.currentTarget.value)} />
          <button type="submit" class="small">
            Why not?
          </button>
        </form>
      )}
      {trouble && <TroubleBox trouble={trouble} source={values} />}
      {why && why.length > 0 && <WhyTree parts={why} />}
      {why && why.length === 0 && !trouble && <p class="quiet">No reason is known.</p>}
      {!why && !trouble && <p class="quiet busy">Evaluating the guard</p>}
    </div>
  );
}

/** A step of an operation whose parameters or whose next state satisfy a predicate. */
function Choose({ desk, operation }: { desk: Desk; operation: Operation }) {
  const [where, setWhere] = useState("");
  const [after, setAfter] = useState("");
  const [found, setFound] = useState<{ count: number; complete: boolean; items: Transition[] } | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const conditions = { ...(where.trim() ? { where } : {}), ...(after.trim() ? { after } : {}) };
  useEffect(() => {
    const timer = setTimeout(() => {
      ask<{ count: number; complete: boolean; items: Transition[] }>("enabled", { desk: desk.desk, operation: operation.name, ...conditions, count: 50 })
        .then((answer) => {
          setFound(answer);
          setTrouble(null);
        })
        .catch((error) => {
          setFound(null);
          setTrouble(asTrouble(error));
        });
    }, 200);
    return () => clearTimeout(timer);
  }, [where, after, desk.view.turn, operation.name]);
  const take = (choose: string) =>
    app.act(desk, "step", { operation: operation.name, ...conditions, choose }, true).catch((error) => setTrouble(asTrouble(error)));
  return (
    <form
      class="unfolded"
      aria-label={`Choose parameters of ${operation.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void take("first");
      }}
    >
      <label class="stacked">
        <span class="hint">Parameters satisfy</span>
        <input ref={first} type="text" class="code" placeholder={operation.parameters[0] ? `${operation.parameters[0].name} = …` : "predicate"} value={where} onInput={(event) => setWhere(event.currentTarget.value)} />
      </label>
      <label class="stacked">
        <span class="hint">The next state satisfies</span>
        <input type="text" class="code" placeholder="predicate" value={after} onInput={(event) => setAfter(event.currentTarget.value)} />
      </label>
      <TroubleBox trouble={trouble} source={where || after} />
      <div class="line">
        <button type="submit" class="small main" disabled={!found || found.count === 0}>
          Take the first
        </button>
        <button type="button" class="small" disabled={!found || found.count === 0} onClick={() => void take("random")}>
          Take one at random
        </button>
        {found && (
          <span class="hint" role="status">
            {found.count.toLocaleString("en")}
            {found.complete ? "" : "+"} match
          </span>
        )}
      </div>
      {found && (
        <ul class="instances">
          {found.items.map((item) => (
            <li key={item.index}>
              <TakeButton desk={desk} item={item} />
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
