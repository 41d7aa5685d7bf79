// Which operation may change what the guard of which other one reads: as a table and as a graph.
import { useEffect, useMemo, useState } from "preact/hooks";
import { ask, type Trouble } from "../api/client";
import { GraphPicture } from "../state/value_graph";
import type { Desk } from "../store/app";
import { asTrouble, Empty, Region, TroubleBox } from "../ui/parts";

interface Effects {
  operations: string[];
  effects: { from: number | string; to: number | string; variables: string[] }[];
}

export function Enabling({ desk }: { desk: Desk }) {
  const [data, setData] = useState<Effects | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [look, setLook] = useState<"graph" | "table">("graph");
  useEffect(() => {
    ask<Effects>("enabling", { desk: desk.desk })
      .then(setData)
      .catch((error) => setTrouble(asTrouble(error)));
  }, [desk.desk, desk.model]);
  const edges = useMemo(() => {
    const number = (one: number | string) => (typeof one === "number" ? one : (data?.operations.indexOf(one) ?? 0));
    return (data?.effects ?? []).map((one) => ({ from: number(one.from), to: number(one.to), label: one.variables.join(", ") }));
  }, [data]);
  const small = (data?.operations.length ?? 0) <= 60;
  return (
    <Region
      title="What enables what"
      count="an arrow: may change what the guard of the other reads"
      tools={
        <>
          <button type="button" class="small" aria-pressed={look === "graph"} disabled={!small} onClick={() => setLook("graph")}>
            Graph
          </button>
          <button type="button" class="small" aria-pressed={look === "table" || !small} onClick={() => setLook("table")}>
            Table
          </button>
        </>
      }
    >
      <TroubleBox trouble={trouble} />
      {data && data.operations.length === 0 && <Empty>There are no operations.</Empty>}
      {data && data.operations.length > 0 && look === "graph" && small && <GraphPicture label="What enables what" nodes={data.operations.map((text) => ({ text }))} edges={edges} />}
      {data && data.operations.length > 0 && (look === "table" || !small) && <Matrix operations={data.operations} edges={edges} />}
    </Region>
  );
}

function Matrix({ operations, edges }: { operations: string[]; edges: { from: number; to: number; label: string }[] }) {
  const cells = new Map(edges.map((edge) => [`${edge.from},${edge.to}`, edge.label]));
  return (
    <div class="scroll padded">
      <table class="value matrix">
        <thead>
          <tr>
            <th scope="col">changes the guard of</th>
            {operations.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {operations.map((name, from) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {operations.map((_, to) => (
                <td key={to}>{cells.get(`${from},${to}`) ?? ""}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
