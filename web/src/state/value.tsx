// One value in full: as text, as a table, or as a graph.
import { useEffect, useState } from "preact/hooks";
import { ask, type Trouble } from "../api/client";
import type { TablePart, ValueGraph } from "../api/types";
import type { Desk } from "../store/app";
import { asTrouble, Tabs, TroubleBox } from "../ui/parts";
import { GraphPicture } from "./value_graph";

type Look = "text" | "table" | "graph";
type What = { name: string } | { expression: string };

interface Full {
  text: string;
  type: string;
  kind: string;
  size: number | null;
  folded?: boolean;
  views: string[];
}

const NAMES: Record<Look, string> = { text: "Text", table: "Table", graph: "Graph" };

export function ValueDetail({ desk, what, title }: { desk: Desk; what: What; title: string }) {
  const [full, setFull] = useState<Full | null>(null);
  const [chosen, setChosen] = useState<Look | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    ask<Full>("value", { desk: desk.desk, ...what })
      .then((answer) => {
        setFull(answer);
        setTrouble(null);
      })
      .catch((error) => setTrouble(asTrouble(error)));
  }, [desk.view.turn, title]);
  if (trouble) return <TroubleBox trouble={trouble} />;
  if (!full) return <p class="quiet busy">Evaluating</p>;
  const looks = (["table", "graph", "text"] as Look[]).filter((look) => look === "text" || full.views.includes(look));
  const look = chosen && looks.includes(chosen) ? chosen : looks[0]!;
  return (
    <div class="detail" role="group" aria-label={`Value of ${title}`}>
      <div class="line">
        {looks.length > 1 && <Tabs class="looks" label={`Looks of ${title}`} tabs={looks.map((id) => ({ id, text: NAMES[id] }))} chosen={look} onChoose={setChosen} />}
        <span class="hint">
          <span class="code">{full.type}</span>
          {full.size !== null ? `, ${full.size.toLocaleString("en")} elements` : ""}
        </span>
      </div>
      {look === "text" && <pre class="full">{full.text}{full.folded ? " …" : ""}</pre>}
      {look === "table" && <ValueTable desk={desk} what={what} />}
      {look === "graph" && <ValueGraphLook desk={desk} what={what} title={title} />}
    </div>
  );
}

function ValueTable({ desk, what }: { desk: Desk; what: What }) {
  const [table, setTable] = useState<TablePart | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const load = (from: number, before: string[][]) =>
    ask<TablePart>("table", { desk: desk.desk, ...what, from, count: 100 })
      .then((part) => setTable({ ...part, rows: [...before, ...part.rows] }))
      .catch((error) => setTrouble(asTrouble(error)));
  useEffect(() => void load(0, []), [desk.view.turn, JSON.stringify(what)]);
  if (trouble) return <TroubleBox trouble={trouble} />;
  if (!table) return null;
  return (
    <div class="scroll">
      <table class="value">
        <thead>
          <tr>
            {table.columns.map((column, at) => (
              <th key={at} scope="col" title={column.type}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.total === 0 && <p class="hint">It is empty.</p>}
      {table.rows.length < table.total && (
        <button type="button" class="link" onClick={() => void load(table.rows.length, table.rows)}>
          {(table.total - table.rows.length).toLocaleString("en")} more
        </button>
      )}
    </div>
  );
}

function ValueGraphLook({ desk, what, title }: { desk: Desk; what: What; title: string }) {
  const [graph, setGraph] = useState<ValueGraph | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    ask<ValueGraph>("graph", { desk: desk.desk, ...what, most: 300 })
      .then(setGraph)
      .catch((error) => setTrouble(asTrouble(error)));
  }, [desk.view.turn, title]);
  if (trouble) return <TroubleBox trouble={trouble} />;
  if (!graph) return null;
  return (
    <>
      {graph.nodes.length === 0 ? <p class="hint">It is empty.</p> : <GraphPicture label={`${title} as a graph`} nodes={graph.nodes} edges={graph.edges} />}
      {graph.partial && <p class="hint">Only a part of its {graph.total.toLocaleString("en")} edges is drawn.</p>}
    </>
  );
}
