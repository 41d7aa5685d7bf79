// The machines of a model and how they hang together; its events and what they refine.
import { useEffect, useState } from "preact/hooks";
import { ask, type Trouble } from "../api/client";
import type { Desk } from "../store/app";
import { app } from "../store/app";
import { GraphPicture } from "../state/value_graph";
import { asTrouble, Empty, Region, TroubleBox } from "../ui/parts";

interface Part {
  nodes: { name: string; kind?: string; file?: string }[];
  edges: { from: number; to: number; kind?: string }[];
}

export function Hierarchy({ desk }: { desk: Desk }) {
  const [data, setData] = useState<{ machines: Part; events: Part } | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    ask<{ machines: Part; events: Part }>("hierarchy", { desk: desk.desk })
      .then(setData)
      .catch((error) => setTrouble(asTrouble(error)));
  }, [desk.desk, desk.model]);
  return (
    <div class="stack scroll-y">
      <TroubleBox trouble={trouble} />
      {data && (
        <>
          <Region title="Machines" count={data.machines.nodes.length}>
            {data.machines.nodes.length === 0 ? (
              <Empty>There are no machines.</Empty>
            ) : (
              <GraphPicture
                label="Machines"
                nodes={data.machines.nodes.map((node) => ({ text: node.name, kind: node.name === desk.model.name ? "here" : node.kind }))}
                edges={data.machines.edges.map((edge) => ({ from: edge.from, to: edge.to, label: edge.kind }))}
                onPick={(node) => {
                  const { file } = data.machines.nodes[node]!;
                  if (file) app.edit(file);
                }}
              />
            )}
          </Region>
          <Region title={`Refinement of ${desk.model.words?.operations ?? "operations"}`} count={data.events.nodes.length}>
            {data.events.nodes.length === 0 ? (
              <Empty>This model refines nothing.</Empty>
            ) : (
              <GraphPicture label="Operations and what they refine" nodes={data.events.nodes.map((node) => ({ text: node.name, kind: node.kind }))} edges={data.events.edges.map((edge) => ({ from: edge.from, to: edge.to, label: edge.kind === "refines" ? null : edge.kind }))} />
            )}
          </Region>
        </>
      )}
      {!data && !trouble && <p class="quiet busy">Reading</p>}
    </div>
  );
}
