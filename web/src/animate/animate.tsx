// The place where one plays with a model.
import { useState } from "preact/hooks";
import { ModelPicture } from "../picture/picture";
import { Coverage } from "./coverage";
import { Invariants } from "../state/invariants";
import { StateRegion } from "../state/state";
import { Watches } from "../state/watches";
import type { Desk } from "../store/app";
import { Tabs } from "../ui/parts";
import { HistoryList } from "./history";
import { Operations } from "./operations";
import { Walk } from "./walk";

type Side = "history" | "coverage";

export function AnimatePlace({ desk }: { desk: Desk }) {
  const [side, setSide] = useState<Side>("history");
  return (
    <div class="room animate" data-turn={desk.view.turn} aria-busy={desk.busy}>
      <Walk desk={desk} />
      <div class="stack left">
        <Operations desk={desk} />
      </div>
      <div class="stack middle">
        <ModelPicture desk={desk} />
        <StateRegion desk={desk} />
        <Invariants desk={desk} />
      </div>
      <div class="stack right">
        <Tabs<Side> class="looks" label="Path" tabs={[{ id: "history", text: "History" }, { id: "coverage", text: "Coverage" }]} chosen={side} onChoose={setSide} />
        {side === "history" ? <HistoryList desk={desk} /> : <Coverage desk={desk} />}
        <Watches desk={desk} />
      </div>
    </div>
  );
}
