// Pictures of the model as a whole: its states, its machines, what enables what.
import { useState } from "preact/hooks";
import type { Desk } from "../store/app";
import { Tabs } from "../ui/parts";
import { Enabling } from "./enabling";
import { Hierarchy } from "./hierarchy";
import { StateSpace } from "./space";

type Kind = "space" | "hierarchy" | "enabling";

const remembered = new Map<string, Kind>();

export function PicturesPlace({ desk }: { desk: Desk }) {
  const [kind, setKind] = useState<Kind>(remembered.get(desk.desk) ?? "space");
  remembered.set(desk.desk, kind);
  return (
    <div class="room pictures">
      <Tabs<Kind>
        class="looks"
        label="Pictures"
        tabs={[
          { id: "space", text: "State space" },
          { id: "hierarchy", text: "Hierarchy" },
          { id: "enabling", text: "What enables what" },
        ]}
        chosen={kind}
        onChoose={setKind}
      />
      {kind === "space" && <StateSpace desk={desk} />}
      {kind === "hierarchy" && <Hierarchy desk={desk} />}
      {kind === "enabling" && <Enabling desk={desk} />}
    </div>
  );
}
