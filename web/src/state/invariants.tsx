// The conjuncts of the invariant, the assertions and the goal, with their truth in this state.
import { useEffect, useState } from "preact/hooks";
import { ask, type Trouble } from "../api/client";
import type { Why } from "../api/types";
import { app, type Desk } from "../store/app";
import { arrowKeys, asTrouble, Empty, Region, TroubleBox, WhyTree } from "../ui/parts";

export function Invariants({ desk }: { desk: Desk }) {
  const { view, model } = desk;
  const [open, setOpen] = useState<number | null>(null);
  const bad = view.predicates.filter((one) => !one.good).length;
  const kinds = new Set(model.predicates.map((one) => one.kind));
  return (
    <Region
      title={kinds.has("goal") ? "Invariant and goals" : kinds.has("assertion") ? "Invariant and assertions" : "Invariant"}
      class="invariants"
      count={
        view.predicates.length === 0 ? undefined : bad === 0 ? <span class="tag good">holds</span> : <span class="tag bad">{bad === 1 ? "1 does not hold" : `${bad} do not hold`}</span>
      }
    >
      {model.predicates.length === 0 && <Empty>This model states no invariant.</Empty>}
      <ul class="conjuncts" onKeyDown={(event) => arrowKeys(event)}>
        {model.predicates.map((predicate, at) => {
          const state = view.predicates[at];
          return (
            <li key={at} class={state && !state.good ? "is-bad" : ""}>
              <button type="button" class="conjunct" aria-expanded={open === at} disabled={!state} onClick={() => setOpen(open === at ? null : at)}>
                <span class={`dot ${state ? (state.good ? "good" : state.truth === "UNKNOWN" || state.truth === "FAULT" ? "doubt" : "bad") : ""}`} aria-hidden="true" />
                <span class="away">{state?.truth ?? "not evaluated"}</span>
                {predicate.kind !== "invariant" && <span class="tag">{predicate.kind}</span>}
                {predicate.label && <span class="quiet">{predicate.label}</span>}
                <span class="code">{predicate.text}</span>
              </button>
              {open === at && state && (
                <div class="unfolded">
                  {state.reason && <p class="doubt-text">{state.reason}</p>}
                  <WhyOf desk={desk} predicate={at} />
                  {predicate.place && (
                    <button type="button" class="link" onClick={() => app.edit(predicate.place!.file, predicate.place!.line, predicate.place!.column)}>
                      Line {predicate.place.line} of {predicate.place.file}
                    </button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Region>
  );
}


function WhyOf({ desk, predicate }: { desk: Desk; predicate: number }) {
  const [why, setWhy] = useState<Why[] | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    ask<{ why: Why[] }>("why", { desk: desk.desk, predicate })
      .then((answer) => setWhy(answer.why))
      .catch((error) => setTrouble(asTrouble(error)));
  }, [desk.view.turn, predicate]);
  if (trouble) return <TroubleBox trouble={trouble} />;
  return why ? <WhyTree parts={why} /> : <p class="quiet busy">Evaluating</p>;
}
