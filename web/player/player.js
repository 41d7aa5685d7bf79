import { gridPicture, svgPicture } from "../src/picture/draw.js";

// Plays a trace with the model's own pictures: in a file of its own, without any network.  cmake/player.cmake puts it
// behind draw.js.

/** @typedef {{ text: string, changes: string, grid?: any, values?: any }} Step */

const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
/** @type {Step[]} */
const steps = data.steps;
/** @type {(string | null)[]} */
const addresses = data.images.map((/** @type {any} */ image) => (image.data ? `data:${image.type};base64,${image.data}` : null));
/** @param {number} index */
const imageAddress = (index) => addresses[index] ?? null;

/** @param {string} name @param {Record<string, string>} attributes @param {(Node | string)[]} kids */
function make(name, attributes = {}, ...kids) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...kids);
  return element;
}

// A grid that is the same as before is left out of the data.
/** @type {any} */
let grid = null;
const grids = steps.map((step) => (grid = step.grid === undefined ? grid : step.grid));

const pictures = make("section", { class: "pictures", "aria-label": "Picture" });
const list = make("ol", { class: "steps", "aria-label": "Steps" });
const now = make("p", { class: "now", "aria-live": "polite" });
const range = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: "0", max: String(Math.max(0, steps.length - 1)), "aria-label": "Step" }));
const first = steps.findIndex((step) => step.grid !== undefined || step.values !== undefined);
let at = -1;
let timer = 0;

const svgHost = data.svg ? pictures.appendChild(make("div", { class: "own-picture" })) : null;
const svg = svgHost ? svgPicture(svgHost, data.svg, imageAddress, { label: `Picture of ${data.title}` }) : null;
const gridHost = grids.some((one) => one) ? pictures.appendChild(make("div", { class: "own-picture" })) : null;
const gridDrawn = gridHost ? gridPicture(gridHost, imageAddress, { label: `Picture of ${data.title}` }) : null;
const none = pictures.appendChild(make("p", { class: "none" }, "There is no picture of this state."));

/** @param {number} index */
function go(index) {
  index = Math.max(0, Math.min(steps.length - 1, index));
  if (index === at || steps.length === 0) return;
  at = index;
  const step = steps[at];
  if (svgHost) svgHost.hidden = step.values === undefined;
  if (svg && step.values !== undefined) svg.show(step.values);
  if (gridHost) gridHost.hidden = !grids[at];
  if (gridDrawn && grids[at]) gridDrawn.show(grids[at]);
  none.hidden = [svgHost, gridHost].some((host) => host && !host.hidden);
  now.textContent = `${at + 1} of ${steps.length}: ${step.text}${step.changes ? ` – ${step.changes}` : ""}`;
  range.value = String(at);
  [...list.children].forEach((item, one) => {
    if (one === at) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  list.children[at]?.scrollIntoView({ block: "nearest" });
  if (location.hash !== `#${at + 1}`) history.replaceState(null, "", `#${at + 1}`);
}


function play() {
  if (timer) {
    clearInterval(timer);
    timer = 0;
  } else {
    if (at === steps.length - 1) go(Math.max(0, first));
    timer = setInterval(() => {
      go(at + 1);
      if (at === steps.length - 1) play();
    }, 900);
  }
  playButton.replaceChildren(sign(timer ? "pause" : "play"));
  playButton.setAttribute("aria-label", timer ? "Pause" : "Play");
}

const SIGNS = {
  first: "M4 3h2v10H4zM14 3v10L7 8z",
  back: "M12 3v10L4 8z",
  play: "M4 2v12l10-6z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M4 3v10l8-5z",
  last: "M2 3v10l7-5zM10 3h2v10h-2z",
};

/** @param {keyof typeof SIGNS} name */
function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", width: "15", height: "15", "aria-hidden": "true" })) svg.setAttribute(key, value);
  const path = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  path.setAttribute("d", SIGNS[name]);
  path.setAttribute("fill", "currentColor");
  return svg;
}

/** @param {string} label @param {keyof typeof SIGNS} name @param {() => void} run @param {string} keys */
function button(label, name, run, keys) {
  const element = make("button", { type: "button", "aria-label": label, title: `${label} (${keys})` }, sign(name));
  element.addEventListener("click", run);
  return element;
}

const playButton = button("Play", "play", play, "p");
steps.forEach((step, index) => {
  const choose = make("button", { type: "button" }, make("span", { class: "text" }, step.text), make("span", { class: "changes" }, step.changes));
  choose.addEventListener("click", () => go(index));
  list.append(make("li", {}, choose));
});
range.addEventListener("input", () => go(Number(range.value)));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: steps.length - 1 };
  if (event.key in keys) go(keys[/** @type {keyof typeof keys} */ (event.key)]);
  else if (event.key === "p") play();
  else return;
  event.preventDefault();
});

document.body.append(
  make("header", {}, make("h1", {}, data.title), make("span", { class: "made" }, `a trace written by ${data.program}`)),
  make(
    "main",
    {},
    make(
      "div",
      { class: "stage" },
      make(
        "div",
        { class: "tools", role: "toolbar", "aria-label": "Steps through the trace" },
        button("First step", "first", () => go(0), "Home"),
        button("Back", "back", () => go(at - 1), "Left"),
        playButton,
        button("Forward", "forward", () => go(at + 1), "Right"),
        button("Last step", "last", () => go(steps.length - 1), "End"),
        range,
      ),
      now,
      pictures,
    ),
    list,
  ),
);
const asked = Number(location.hash.slice(1));
go(asked > 0 ? asked - 1 : Math.max(0, first));
