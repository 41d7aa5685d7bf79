// How often operations were taken and what values variables had, of an exploration.
import { LineChart } from "../ui/chart";

interface CoverageReport {
  operations: Record<string, number>;
  values: Record<string, { count: number; more: boolean; min?: string; max?: string }>;
  depths?: number[];
}

export function CoverageTables({ coverage }: { coverage: CoverageReport }) {
  return (
    <details class="coverage" open>
      <summary>Coverage</summary>
      <div class="tables">
        <table class="grid">
          <caption class="away">Coverage of operations</caption>
          <thead>
            <tr>
              <th scope="col">operation</th>
              <th scope="col" class="number">enabled in states</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(coverage.operations).map(([name, count]) => (
              <tr key={name} class={count === 0 ? "doubt-text" : ""}>
                <td class="code">{name}</td>
                <td class="number">{count.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table class="grid">
          <caption class="away">Coverage of values</caption>
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col" class="number">values</th>
              <th scope="col" class="number">minimum</th>
              <th scope="col" class="number">maximum</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(coverage.values).map(([name, one]) => (
              <tr key={name}>
                <td class="code">{name}</td>
                <td class="number">
                  {one.count.toLocaleString("en")}
                  {one.more ? "+" : ""}
                </td>
                <td class="number code">{one.min ?? ""}</td>
                <td class="number code">{one.max ?? ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {coverage.depths && coverage.depths.length > 1 && (
          <LineChart label="New states at each depth" x={coverage.depths.map((_, at) => at)} series={[{ name: "states by depth", y: coverage.depths }]} stepped height={120} />
        )}
      </div>
    </details>
  );
}
