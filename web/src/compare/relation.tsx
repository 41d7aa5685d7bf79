// A relation between the states of two systems: as a predicate, and its pairs.
import type { Report } from "../check/report";
import { TraceList } from "../check/report";

/** The conjuncts of a predicate at its outermost level, for reading. */
export function conjuncts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if ("([{".includes(letter)) depth++;
    else if (")]}".includes(letter)) depth--;
    else if (letter === '"') at = Math.max(at, text.indexOf('"', at + 1));
    else if (depth === 0 && text.startsWith(" & ", at)) {
      parts.push(text.slice(from, at));
      from = at + 3;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

export function Relation({ report }: { report: Report }) {
  const example = report.counterexample;
  return (
    <section class="events" aria-label="Relation">
      {typeof report.pairs === "number" && (
        <p>
          A {report.direction} simulation ({report.semantics}) of {report.pairs.toLocaleString("en")} pairs: {report.impl_states?.toLocaleString("en")} states of the implementation, {report.spec_states?.toLocaleString("en")} of the specification.
        </p>
      )}
      {report.predicate && (
        <>
          <h3>Gluing invariant{report.predicate_exact === false ? " (implied by the relation)" : ""}</h3>
          <pre class="full">{conjuncts(report.predicate).join(" &\n")}</pre>
        </>
      )}
      {Array.isArray(report.relation) && (
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">implementation</th>
              <th scope="col">specification</th>
            </tr>
          </thead>
          <tbody>
            {report.relation.slice(0, 500).map((pair: Report, at: number) => (
              <tr key={at}>
                <td class="code">{pair.implementation ?? pair[0]}</td>
                <td class="code">{pair.specification ?? pair[1]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {example?.trace && <TraceList steps={example.trace} label="Counterexample" />}
    </section>
  );
}
