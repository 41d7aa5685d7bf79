// Keys that work everywhere but in fields; `?` lists them.
import { app, type PlaceName } from "../store/app";

export const PLACES: { id: PlaceName; text: string; key: string }[] = [
  { id: "animate", text: "Animate", key: "a" },
  { id: "check", text: "Check", key: "c" },
  { id: "compare", text: "Compare", key: "m" },
  { id: "pictures", text: "Pictures", key: "p" },
  { id: "editor", text: "Editor", key: "e" },
  { id: "console", text: "Console", key: "t" },
];

const inField = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest(".cm-host") !== null);

let prefix = 0;

/** The element with data-key="…": fields are focused, buttons pressed. */
function press(key: string): boolean {
  const target = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!target || target.offsetParent === null) return false;
  if (target.tagName === "BUTTON") target.click();
  else target.focus();
  return true;
}

export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "Escape" && inField(event.target)) (event.target as HTMLElement).blur();
  if (inField(event.target) || document.querySelector("dialog[open]")) return;
  if (performance.now() - prefix < 1500) {
    prefix = 0;
    const place = PLACES.find((one) => one.key === event.key);
    if (place) {
      app.go(place.id);
      event.preventDefault();
      return;
    }
  }
  if (event.key === "g") prefix = performance.now();
  else if (event.key === "?") app.dialog = "keys";
  else if (event.key === "o") app.dialog = "open";
  else if (!press(event.key)) return;
  app.changed();
  event.preventDefault();
}

export function KeysHelp() {
  return (
    <div class="keys">
      <h3>Everywhere</h3>
      <span><kbd>?</kbd></span><span>this list</span>
      <span><kbd>o</kbd></span><span>open a model</span>
      {PLACES.map((place) => (
        <>
          <span><kbd>g</kbd> <kbd>{place.key}</kbd></span>
          <span>{place.text}</span>
        </>
      ))}
      <span><kbd>Tab</kbd> <kbd>Esc</kbd></span><span>next control; leave a field, close a dialog</span>
      <h3>Animate</h3>
      <span><kbd>↑</kbd> <kbd>↓</kbd> <kbd>Enter</kbd></span><span>in a list: choose an operation, a step, a variable; take it</span>
      <span><kbd>b</kbd> <kbd>f</kbd></span><span>back, forward</span>
      <span><kbd>r</kbd></span><span>a random step</span>
      <span><kbd>u</kbd></span><span>run until a predicate holds</span>
      <span><kbd>/</kbd></span><span>filter operations; in pictures: search</span>
      <span><kbd>w</kbd></span><span>watch an expression</span>
      <h3>Pictures</h3>
      <span><kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd></span><span>zoom, and show everything</span>
      <span><kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd></span><span>from state to state; with <kbd>Shift</kbd>: move the picture</span>
      <span><kbd>Enter</kbd></span><span>go to the chosen state</span>
      <h3>Editor</h3>
      <span><kbd>Ctrl</kbd> <kbd>S</kbd></span><span>save</span>
      <span><kbd>Ctrl</kbd> <kbd>F</kbd></span><span>find and replace</span>
      <span><kbd>F8</kbd></span><span>next mistake</span>
      <span><kbd>Esc</kbd> <kbd>Tab</kbd></span><span>leave the text</span>
    </div>
  );
}
