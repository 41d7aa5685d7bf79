// What the path has covered so far: operations and values.
import { useEffect, useState } from "preact/hooks";
import { ask, type Trouble } from "../api/client";
import type { Desk } from "../store/app";
import { asTrouble, Region, TroubleBox } from "../ui/parts";

interface CoverageData {
  operations: { name: string; count: number }[];
  variables: { name: string; distinct: number; minimum: string | null; maximum: string | null }[];
}

export function Coverage({ desk }: { desk: Desk }) {
  const [data, setData] = useState<CoverageData | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    ask<CoverageData>("coverage", { desk: desk.desk })
      .then(setData)
      .catch((error) => setTrouble(asTrouble(error)));
  }, [desk.view.turn]);
  return (
    <Region title="Coverage of the history" class="history">
      <TroubleBox trouble={trouble} />
      {data && (
        <>
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">{desk.model.words.operation}</th>
                <th scope="col" class="number">taken</th>
              </tr>
            </thead>
            <tbody>
              {data.operations.map((one) => (
                <tr key={one.name} class={one.count === 0 ? "quiet" : ""}>
                  <td class="code">{one.name}</td>
                  <td class="number">{one.count}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">variable</th>
                <th scope="col" class="number">values</th>
                <th scope="col">least</th>
                <th scope="col">greatest</th>
              </tr>
            </thead>
            <tbody>
              {data.variables.map((one) => (
                <tr key={one.name}>
                  <td class="code">{one.name}</td>
                  <td class="number">{one.distinct}</td>
                  <td class="code">{one.minimum ?? ""}</td>
                  <td class="code">{one.maximum ?? ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Region>
  );
}
