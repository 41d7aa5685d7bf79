// A path that ends in a loop, drawn: a line of states, and the arrow back.
import { useState } from "preact/hooks";
import { stepText, type TraceStep } from "./report";

const STEP = 132;
const ROW = 74;

export function Lasso({ prefix, loop, kind }: { prefix: TraceStep[]; loop: TraceStep[]; kind: string }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const steps = [...prefix, ...loop];
  // The states are after the steps; the loop returns to the state before its first step.
  const back = loop.length > 0 ? prefix.length - 1 : -1;
  const perRow = Math.min(steps.length, 7);
  const x = (at: number) => 112 + (at % perRow) * STEP;
  const y = (at: number) => 52 + Math.floor(at / perRow) * ROW;
  const rows = Math.ceil(steps.length / perRow);
  const last = steps.length - 1;
  const shown = chosen !== null ? steps[chosen] : null;
  const values = (at: number) => {
    const all: Record<string, string> = {};
    for (const step of steps.slice(0, at + 1)) Object.assign(all, step.state ?? {});
    return Object.entries(all);
  };
  return (
    <div class="lasso">
      <div class="scroll">
        <svg class="graph" role="group" aria-label={`${kind}: ${prefix.length} steps${loop.length > 0 ? `, then a loop of ${loop.length}` : ""}`} width={perRow * STEP + 132} height={rows * ROW + 50}>
          <defs>
            <marker id="lasso-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">
              <path d="M0,0 L8,4 L0,8 Z" />
            </marker>
          </defs>
          {steps.map((step, at) => {
            const sameRow = at > 0 && y(at) === y(at - 1);
            const inLoop = at >= prefix.length;
            return (
              <g key={at} class={`edge ${inLoop ? "loop" : ""}`}>
                {at === 0 && <path d={`M${x(0) - 96},${y(0)} L${x(0) - 11},${y(0)}`} marker-end="url(#lasso-tip)" />}
                {at > 0 && (
                  <path
                    d={sameRow ? `M${x(at - 1) + 9},${y(at)} L${x(at) - 11},${y(at)}` : `M${x(at - 1)},${y(at - 1) + 9} C${x(at - 1)},${y(at) - 26} ${x(at)},${y(at - 1) + 26} ${x(at)},${y(at) - 11}`}
                    marker-end="url(#lasso-tip)"
                  />
                )}
                <text x={at === 0 ? x(0) - 56 : sameRow ? (x(at) + x(at - 1)) / 2 : x(at) - 50} y={y(at) - 14}>
                  <title>{stepText(step)}</title>
                  {clip(stepText(step))}
                </text>
              </g>
            );
          })}
          {back >= 0 && (
            <path class="loop-back" d={`M${x(last)},${y(last) + 9} C${x(last)},${y(last) + 46} ${x(back)},${y(back) + (y(last) - y(back)) + 46} ${x(back)},${y(back) + 11}`} marker-end="url(#lasso-tip)" />
          )}
          {steps.map((step, at) => (
            <g key={at} class={`node pick ${at >= prefix.length || at === back ? "in-loop" : ""}`} tabindex={0} role="button" aria-label={`State after ${stepText(step)}`} onClick={() => setChosen(at)} onKeyDown={(event) => event.key === "Enter" && setChosen(at)}>
              <circle cx={x(at)} cy={y(at)} r={chosen === at ? 9 : 7.5} />
            </g>
          ))}
        </svg>
      </div>
      {loop.length > 0 && <p class="hint">{loop.length === 1 ? "The thick step is repeated" : `The ${loop.length} thick steps are repeated`} for ever.</p>}
      {shown && (
        <p class="code" role="status">
          After {stepText(shown)}: {values(chosen!).map(([name, value]) => `${name} = ${value}`).join(", ") || "no change"}
        </p>
      )}
    </div>
  );
}

const clip = (text: string) => (text.length > 17 ? `${text.slice(0, 16)}…` : text);
