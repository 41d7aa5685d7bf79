// Proof obligations with their status.
import { useState } from "preact/hooks";
import { StatusTag, type Report } from "./report";

/** What is proved for some sizes of sets only is not proved. */
const statusOf = (one: Report): string => (one.status === "proved" && one.proof?.scope === "bounded" ? "bounded" : one.status);

const scopeOf = (one: Report): string =>
  Object.entries(one.proof?.settings ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");

export function Obligations({ list }: { list: Report[] }) {
  const [status, setStatus] = useState<string | null>(null);
  const counts = new Map<string, number>();
  for (const one of list) counts.set(statusOf(one), (counts.get(statusOf(one)) ?? 0) + 1);
  const shown = list.filter((one) => !status || statusOf(one) === status);
  return (
    <>
      <div class="line wrap" role="group" aria-label="Status">
        {[...counts].map(([name, count]) => (
          <button key={name} type="button" class="small" aria-pressed={status === name} onClick={() => setStatus(status === name ? null : name)}>
            {count} {name}
          </button>
        ))}
      </div>
      <table class="grid breaking">
        <caption class="away">Proof obligations</caption>
        <thead>
          <tr>
            <th scope="col">status</th>
            <th scope="col">obligation</th>
            <th scope="col">goal</th>
            <th scope="col">why</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, 500).map((one) => (
            <tr key={`${one.component}/${one.name}`}>
              <td>
                <StatusTag status={statusOf(one)} />
              </td>
              <td class="code">{one.name}</td>
              <td class="code">{one.goal}</td>
              <td>
                {statusOf(one) === "bounded" && (
                  <div>
                    Searched for <span class="code">{scopeOf(one) || "a bounded scope"}</span>: no counterexample. This is no proof.
                  </div>
                )}
                {one.proof?.vacuous && <div class="doubt-text">The hypotheses contradict each other.</div>}
                {one.why}
                {one.counterexample && <Example example={one.counterexample} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length > 500 && <p class="hint">The first 500 of {shown.length} are shown.</p>}
    </>
  );
}

function Example({ example }: { example: Report }) {
  const parts = ["constants", "before", "parameters", "after", "values"].filter((part) => example[part] && Object.keys(example[part]).length > 0);
  if (parts.length === 0) return null;
  return (
    <details>
      <summary>Counterexample</summary>
      <dl class="pairs">
        {parts.map((part) => (
          <div key={part}>
            <dt>{part}</dt>
            <dd class="code">
              {Object.entries(example[part])
                .map(([name, value]) => `${name} = ${value}`)
                .join(", ")}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
