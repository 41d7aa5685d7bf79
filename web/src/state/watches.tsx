// Expressions that are watched, and their values along the path as a chart.
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, type Trouble } from "../api/client";
import type { Chart as ChartData } from "../api/types";
import { app, type Desk } from "../store/app";
import { LineChart } from "../ui/chart";
import { asTrouble, Empty, Region, Tool, TroubleBox } from "../ui/parts";
import { ValueDetail } from "./value";

export function Watches({ desk }: { desk: Desk }) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  const [chart, setChart] = useState(true);
  const { watches } = desk.view;
  const add = async (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      await app.act(desk, "watch", { expression: text }, true);
      setText("");
      setTrouble(null);
    } catch (error) {
      setTrouble(asTrouble(error));
    }
  };
  return (
    <Region
      title="Watches"
      class="watches"
      tools={
        watches.length > 0 && (
          <button type="button" class="small" aria-pressed={chart} onClick={() => setChart(!chart)}>
            Chart
          </button>
        )
      }
      footer={
        <form class="line" onSubmit={(event) => void add(event)}>
          <input type="text" class="code" data-key="w" aria-label="Expression to watch" placeholder="Expression to watch, e.g. card(queue)" value={text} onInput={(event) => setText(event.currentTarget.value)} aria-invalid={trouble ? "true" : undefined} />
          <button type="submit" disabled={!text.trim()}>
            Watch
          </button>
        </form>
      }
    >
      <TroubleBox trouble={trouble} source={text} />
      {watches.length === 0 && !trouble && <Empty>Expressions added below are evaluated in each state, with a chart along the history.</Empty>}
      <table class="grid values">
        <tbody>
          {watches.map((watch) => (
            <Fragment key={watch.id}>
              <tr class={watch.value?.changed ? "changed" : ""}>
                <th scope="row">
                  <button type="button" class="name code" aria-expanded={open === watch.id} onClick={() => setOpen(open === watch.id ? null : watch.id)}>
                    {watch.expression}
                  </button>
                </th>
                <td class="code">{watch.error ? <span class="doubt-text">{watch.error}</span> : (watch.value?.text ?? <span class="quiet">no state</span>)}</td>
                <td class="number">
                  <Tool icon="close" class="plain tight" label={`Remove ${watch.expression}`} onClick={() => void app.act(desk, "unwatch", { watch: watch.id })} />
                </td>
              </tr>
              {open === watch.id && (
                <tr>
                  <td colSpan={3}>
                    <ValueDetail desk={desk} what={{ expression: watch.expression }} title={watch.expression} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {chart && watches.length > 0 && <WatchChart desk={desk} />}
    </Region>
  );
}


function WatchChart({ desk }: { desk: Desk }) {
  const [data, setData] = useState<ChartData | null>(null);
  const ids = desk.view.watches.map((watch) => watch.id).join(",");
  useEffect(() => {
    ask<ChartData>("chart", { desk: desk.desk })
      .then(setData)
      .catch(() => setData(null));
  }, [desk.view.turn, ids]);
  if (!data) return null;
  const series = data.series.filter((one) => one.numbers.some((number) => number !== null));
  if (series.length === 0) return <p class="hint padded">No watched expression is a number, a truth value or a set.</p>;
  return (
    <LineChart
      label="Watched expressions along the history"
      x={data.steps.map((_, at) => data.from + at)}
      series={series.map((one) => ({ name: one.expression, y: one.numbers, texts: one.values }))}
      names={data.steps}
      stepped
      mark={desk.view.history.at}
      onPick={(at) => void app.act(desk, "goto", { at })}
    />
  );
}
