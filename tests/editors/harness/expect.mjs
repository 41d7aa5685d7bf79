// What a scenario says about answers.

export class Unexpected extends Error {
  name = "Unexpected";
}

const show = (value) => (typeof value === "string" ? `“${value}”` : JSON.stringify(value, null, 1));

export function holds(condition, what, found) {
  if (!condition) throw new Unexpected(found === undefined ? what : `${what}: found ${show(found)}`);
}

export function same(found, wanted, what) {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Unexpected(`${what}: expected ${show(wanted)}, found ${show(found)}`);
}

/** The text contains all of the parts: texts, or patterns. */
export function contains(text, ...parts) {
  for (const part of parts) holds(part instanceof RegExp ? part.test(text) : text.includes(part), `${part} is missing`, text);
}

/** The only element that satisfies this. */
export function only(list, test, what) {
  const found = list.filter(test);
  holds(found.length === 1, `there is one ${what}`, found.length ? found : list);
  return found[0];
}
