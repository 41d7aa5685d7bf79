// A form made of the tables of options.
import type { Given, Option, OptionGroup } from "./options";
import { fits, initial } from "./options";

interface FormProps {
  groups: OptionGroup[];
  language: string;
  given: Given;
  onGiven: (given: Given) => void;
}

export function OptionsForm({ groups, language, given, onGiven }: FormProps) {
  return (
    <>
      {groups.map((group) => {
        const options = group.options.filter((option) => fits(option, language));
        if (options.length === 0) return null;
        const fields = options.map((option) => <Field key={option.name} option={option} value={given[option.name] ?? initial(option)} onValue={(value) => onGiven({ ...given, [option.name]: value })} />);
        return group.folded ? (
          <details key={group.title} class="options">
            <summary>{group.title}</summary>
            <div class="fields">{fields}</div>
          </details>
        ) : (
          <fieldset key={group.title} class="options">
            <legend>{group.title}</legend>
            <div class="fields">{fields}</div>
          </fieldset>
        );
      })}
    </>
  );
}

function Field({ option, value, onValue }: { option: Option; value: string | boolean; onValue: (value: string | boolean) => void }) {
  if (option.kind === "flag" || option.kind === "off") {
    return (
      <label class="row">
        <input type="checkbox" checked={value === true} onChange={(event) => onValue(event.currentTarget.checked)} />
        {option.label}
      </label>
    );
  }
  if (option.kind === "choice") {
    return (
      <label class="pair">
        <span>{option.label}</span>
        <select value={value as string} onChange={(event) => onValue(event.currentTarget.value)}>
          {option.choices!.map((choice) => (
            <option key={choice} value={choice}>
              {choice === "" ? "as it fits" : choice}
            </option>
          ))}
        </select>
      </label>
    );
  }
  if (option.kind === "lines" || option.kind === "formula") {
    return (
      <label class="stacked">
        <span>{option.label}</span>
        <textarea
          class="code"
          rows={1}
          placeholder={option.hint}
          value={value as string}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      </label>
    );
  }
  return (
    <label class="pair">
      <span>{option.label}</span>
      <input type={option.kind === "number" ? "number" : "text"} min="0" step="any" placeholder={option.hint} value={value as string} onInput={(event) => onValue(event.currentTarget.value)} />
    </label>
  );
}
