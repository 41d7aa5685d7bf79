// The state: variables and constants, with what the last step changed.
import { useState } from "preact/hooks";
import type { Value } from "../api/types";
import type { Desk } from "../store/app";
import { arrowKeys, Empty, Region } from "../ui/parts";
import { ValueDetail } from "./value";

export function StateRegion({ desk }: { desk: Desk }) {
  const { view, model } = desk;
  const [filter, setFilter] = useState("");
  const [open, setOpen] = useState<string | null>(null);
  const wanted = filter.trim().toLowerCase();
  const fits = (value: Value) => wanted === "" || value.name.toLowerCase().includes(wanted) || value.text.toLowerCase().includes(wanted);
  const sections = [
    { title: "Variables", values: view.variables.filter(fits) },
    { title: "Constants", values: view.constants.filter(fits) },
  ].filter((section) => section.values.length > 0);
  const changed = view.variables.filter((value) => value.changed).length;
  return (
    <Region
      title="State"
      class="state"
      count={view.initialised ? (changed > 0 && view.steps > 0 ? `${changed} changed` : "") : "not initialised"}
      tools={<input type="search" class="filter" placeholder="Filter" aria-label="Filter variables and constants" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />}
    >
      {view.describe.length > 0 && <pre class="describe">{view.describe.join("\n")}</pre>}
      {sections.length === 0 && view.describe.length === 0 && (
        <Empty>
          {wanted
            ? `No variable or constant matches “${filter}”.`
            : view.initialised
              ? "This model has no variables."
              : "There is no state yet: choose a way to begin among the operations."}
        </Empty>
      )}
      <table class="grid values" onKeyDown={(event) => arrowKeys(event, "button.name")}>
        <caption class="away">Values of variables and constants</caption>
        {sections.map((section) => (
          <tbody key={section.title}>
            <tr class="part">
              <th colSpan={2} scope="rowgroup">
                {section.title}
              </th>
            </tr>
            {section.values.map((value) => (
              <ValueRow key={value.name} desk={desk} value={value} initial={view.steps === 0} open={open === value.name} onOpen={() => setOpen(open === value.name ? null : value.name)} />
            ))}
          </tbody>
        ))}
      </table>
      {model.sets.length > 0 && <Sets desk={desk} />}
    </Region>
  );
}

function ValueRow({ desk, value, initial, open, onOpen }: { desk: Desk; value: Value; initial: boolean; open: boolean; onOpen: () => void }) {
  const changed = value.changed && !initial;
  return (
    <>
      <tr class={changed ? "changed" : ""}>
        <th scope="row">
          <button type="button" class="name code" aria-expanded={open} title={`${value.name} : ${value.type}`} onClick={onOpen}>
            {value.name}
          </button>
          {changed && <span class="away">changed</span>}
        </th>
        <td class="code">
          <span class="text">{value.text}</span>
          {value.folded && <span class="quiet"> … {value.size !== null ? `(${value.size.toLocaleString("en")} elements)` : ""}</span>}
          {changed && value.change && <div class="change">{value.change}</div>}
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={2}>
            <ValueDetail desk={desk} what={{ name: value.name }} title={value.name} />
          </td>
        </tr>
      )}
    </>
  );
}

function Sets({ desk }: { desk: Desk }) {
  return (
    <details class="sets">
      <summary>Sets</summary>
      <dl class="pairs">
        {desk.model.sets.map((set) => (
          <div key={set.name}>
            <dt class="code">{set.name}</dt>
            <dd class="code">
              {set.elements ? `{${set.elements.join(", ")}}` : set.size !== null ? `${set.size} elements` : "unknown size"}
              {set.deferred && <span class="quiet"> deferred</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
