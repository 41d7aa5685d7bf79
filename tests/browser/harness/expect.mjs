// What a scenario says about the page.  What is not so yet may become so: questions are asked again for a while.

const PATIENCE = 15_000;

export class Unexpected extends Error {
  name = "Unexpected";
}

const show = (value) => (typeof value === "string" ? `“${value}”` : JSON.stringify(value));

/** Asks until the answer satisfies `good`, and gives it. */
export async function eventually(what, ask, good = Boolean, patience = PATIENCE) {
  const end = performance.now() + patience;
  let last;
  for (let pause = 10; ; pause = Math.min(pause * 1.5, 200)) {
    try {
      last = await ask();
      if (good(last)) return last;
    } catch (error) {
      last = `${error.message.split("\n")[0]}`;
    }
    if (performance.now() > end) throw new Unexpected(`${what}: at last it was ${show(last)}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const oneLine = (text) => (text ?? "").replace(/\s+/g, " ").trim();

/** The element is seen, and its text contains all of `parts` (texts, or patterns). */
export async function sees(locator, ...parts) {
  const missing = (text) => parts.filter((part) => (part instanceof RegExp ? !part.test(text) : !text.includes(part)));
  const text = await eventually(
    `${locator} shows ${parts.map(String).join(", ") || "something"}`,
    async () => ((await locator.first().isVisible()) ? oneLine(await locator.first().evaluate((element) => element.innerText ?? element.textContent)) : null),
    (shown) => shown !== null && missing(shown).length === 0,
  );
  return text;
}

/** The texts of the elements, from top to bottom, are these. */
export async function lists(locator, ...texts) {
  await eventually(
    `${locator} are ${show(texts)}`,
    async () => (await locator.allInnerTexts()).map(oneLine),
    (shown) => shown.length === texts.length && shown.every((text, at) => (texts[at] instanceof RegExp ? texts[at].test(text) : text === texts[at])),
  );
}

export async function counts(locator, count) {
  await eventually(`${locator} are ${count}`, () => locator.count(), (now) => now === count);
}

export async function gone(locator) {
  await eventually(`${locator} is gone`, () => locator.filter({ visible: true }).count(), (now) => now === 0);
}

export function holds(condition, what) {
  if (!condition) throw new Unexpected(what);
}

export function same(found, wanted, what) {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Unexpected(`${what}: expected ${show(wanted)}, found ${show(found)}`);
}
