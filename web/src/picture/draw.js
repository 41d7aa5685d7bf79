// Draws the model's own pictures, for the page and for a trace in a file of its own (web/player).
// What the model says arrives as data (docs/serve.md, "picture"); here it becomes elements and texts one by one, inside of
// a shadow root, so that neither its names nor its styles reach anything around it.

/**
 * @typedef {{ text: string, image?: number | null, file?: string | null }} Label
 * @typedef {{ row: number, column: number, justify: string, clicks: boolean, drags: boolean, rows: (number | null)[][], labels: Label[] }} Grid
 * @typedef {{ image: number }} ImageOf
 * @typedef {{ name: string, attributes: Record<string, string | ImageOf>, kids: (SvgPart | string)[] }} SvgPart
 * @typedef {{ on: string, id: string, attribute: string, enter: string, leave: string | null }} Hover
 * @typedef {{ root: SvgPart, hovers: Hover[], clicks: Record<string, string[]> }} Svg
 * @typedef {[string, string, string | ImageOf]} SvgValue
 * @typedef {(index: number) => string | null} ImageAddress
 * @typedef {{ row: number, column: number }} Cell
 * @typedef {{ label: string, onClick?: (cell: Cell) => void, onDrag?: (from: Cell, to: Cell) => void }} GridOptions
 * @typedef {{ label: string, onClick?: (id: string) => void }} SvgOptions
 */

const SVG = "http://www.w3.org/2000/svg";

const GRID_STYLE = `
  :host { display: block; overflow: auto; }
  table { border-collapse: collapse; margin: 0 auto; font: inherit; }
  td { padding: 0; text-align: center; vertical-align: middle; min-width: 1.2em; height: 1.2em; line-height: 1.25; white-space: pre; }
  td.text { padding: 3px 9px; }
  td.missing { padding: 3px 6px; outline: 1px dashed var(--line-strong, #87929b); outline-offset: -2px; color: var(--quiet, #56616b); }
  table.left td { text-align: left; }
  table.right td { text-align: right; }
  table.active td { cursor: pointer; }
  table.active td:hover { background: var(--accent-soft, #dceef1); }
  td:focus-visible { outline: 2px solid var(--focus, #0b6bcb); outline-offset: -2px; }
  td.start { background: var(--changed, #fff1c4); }
  img { display: block; margin: 0 auto; max-width: none; }
`;

const SVG_STYLE = `
  :host { display: block; }
  [data-root] { display: block; max-width: 100%; max-height: var(--picture-height, none); height: auto; margin: 0 auto; }
  [data-click] { cursor: pointer; }
  [data-click]:focus { outline: none; }
  [data-click]:focus-visible { outline: 2px solid var(--focus, #0b6bcb); outline-offset: 2px; }
`;

/** @param {string} text */
function sheetOf(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/**
 * A shadow tree in a box of its own in `host`: what a sheet of the tree says of its host, which nothing outside can overrule
 * if it is !important, is said of this box, and `host`, which contains it, is out of reach.
 * @param {HTMLElement} host
 */
function emptyRoot(host) {
  const box = document.createElement("div");
  host.replaceChildren(box);
  return box.attachShadow({ mode: "open" });
}

// ---------------------------------------------------------------- the grid

/**
 * A grid in its host; `show` gives it another state.
 * @param {HTMLElement} host
 * @param {ImageAddress} imageAddress
 * @param {GridOptions} options
 */
export function gridPicture(host, imageAddress, options) {
  const root = emptyRoot(host);
  root.adoptedStyleSheets = [sheetOf(GRID_STYLE)];
  const table = root.appendChild(document.createElement("table"));
  table.setAttribute("role", "grid");
  /** @type {Grid | null} */
  let grid = null;
  /** @type {HTMLTableCellElement[][]} */
  let cells = [];
  /** @type {string[][]} what each cell shows, so that only what changed is drawn anew */
  let shown = [];
  /** @type {Cell | null} where a drag began */
  let start = null;
  let at = { row: 0, column: 0 };

  /** @param {HTMLTableCellElement} cell @param {Label | null} label */
  function fill(cell, label) {
    cell.className = "";
    cell.removeAttribute("title");
    if (!label) {
      cell.replaceChildren();
      return;
    }
    const address = typeof label.image === "number" ? imageAddress(label.image) : null;
    if (address) {
      const image = document.createElement("img");
      image.src = address;
      image.alt = label.text;
      image.draggable = false;
      cell.replaceChildren(image);
      return;
    }
    cell.className = label.file ? "missing" : "text";
    if (label.file) cell.title = `${label.file} is missing`;
    cell.textContent = label.text;
  }

  /** @param {number} rows @param {number} columns */
  function build(rows, columns) {
    cells = [];
    shown = [];
    const body = document.createElement("tbody");
    for (let row = 0; row < rows; row++) {
      const line = body.insertRow();
      line.setAttribute("role", "row");
      /** @type {HTMLTableCellElement[]} */
      const list = [];
      for (let column = 0; column < columns; column++) {
        const cell = line.insertCell();
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        list.push(cell);
      }
      cells.push(list);
      shown.push(new Array(columns).fill(""));
    }
    table.replaceChildren(body);
    at = { row: Math.min(at.row, rows - 1), column: Math.min(at.column, columns - 1) };
    start = null;
    cells[at.row][at.column].tabIndex = 0;
  }

  /** @param {number} row @param {number} column @param {Label | null} label */
  function draw(row, column, label) {
    const key = JSON.stringify([label, typeof label?.image === "number" ? imageAddress(label.image) === null : null]);
    if (shown[row][column] === key || !grid) return;
    shown[row][column] = key;
    const cell = cells[row][column];
    fill(cell, label);
    cell.setAttribute("aria-label", `row ${grid.row + row}, column ${grid.column + column}: ${label ? label.text : "empty"}`);
  }

  /** @param {Grid} next */
  function show(next) {
    const columns = next.rows[0].length;
    const moved = !grid || grid.row !== next.row || grid.column !== next.column;
    grid = next;
    const active = next.clicks || next.drags;
    table.className = `${active && (options.onClick || options.onDrag) ? "active" : ""} ${next.justify}`;
    table.setAttribute("aria-label", options.label);
    if (moved || cells.length !== next.rows.length || cells[0].length !== columns) build(next.rows.length, columns);
    next.rows.forEach((labels, row) => labels.forEach((label, column) => draw(row, column, label === null ? null : next.labels[label])));
  }

  /** @param {Cell | null} cell */
  function mark(cell) {
    if (start) cells[start.row][start.column].classList.remove("start");
    start = cell;
    if (start) cells[start.row][start.column].classList.add("start");
  }

  /** @param {Cell} cell */
  const place = (cell) => ({ row: (grid?.row ?? 0) + cell.row, column: (grid?.column ?? 0) + cell.column });

  /** @param {Cell} from @param {Cell} to */
  function act(from, to) {
    mark(null);
    const same = from.row === to.row && from.column === to.column;
    if (same && grid?.clicks) options.onClick?.(place(to));
    else if (!same && grid?.drags) options.onDrag?.(place(from), place(to));
  }

  /** @param {Event} event @returns {Cell | null} */
  function cellOf(event) {
    const cell = event.target instanceof Element ? event.target.closest("td") : null;
    return cell ? { row: /** @type {HTMLTableRowElement} */ (cell.parentElement).sectionRowIndex, column: cell.cellIndex } : null;
  }

  /** @param {Cell} cell */
  function focus(cell) {
    cells[at.row][at.column].tabIndex = -1;
    at = cell;
    cells[at.row][at.column].tabIndex = 0;
    cells[at.row][at.column].focus();
  }

  /** @type {Cell | null} */
  let pressed = null;
  table.addEventListener("pointerdown", (event) => {
    pressed = event.button === 0 ? cellOf(event) : null;
  });
  table.addEventListener("pointerup", (event) => {
    const cell = cellOf(event);
    if (event.button !== 0 || !cell || !pressed) return;
    const from = pressed;
    pressed = null;
    focus(cell);
    act(from, cell);
  });
  table.addEventListener("contextmenu", (event) => {
    const cell = cellOf(event);
    if (!cell || !grid?.clicks || !options.onClick) return;
    event.preventDefault();
    focus(cell);
    act(cell, cell);
  });
  table.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = { row: cells.length - 1, column: (cells[0]?.length ?? 1) - 1 };
    const to = { ...at };
    if (event.key === "ArrowUp") to.row = Math.max(0, at.row - 1);
    else if (event.key === "ArrowDown") to.row = Math.min(last.row, at.row + 1);
    else if (event.key === "ArrowLeft") to.column = Math.max(0, at.column - 1);
    else if (event.key === "ArrowRight") to.column = Math.min(last.column, at.column + 1);
    else if (event.key === "Home") to.column = 0;
    else if (event.key === "End") to.column = last.column;
    else if (event.key === "Enter") {
      if (!options.onClick && !options.onDrag) return;
      event.preventDefault();
      event.stopPropagation();
      act(start ?? at, at);
      return;
    } else if (event.key === " " && grid?.drags && options.onDrag) {
      event.preventDefault();
      event.stopPropagation();
      mark(start ? null : at);
      return;
    } else if (event.key === "Escape" && start) mark(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    focus(to);
  });
  return { show };
}

// ------------------------------------------------------------ pictures in SVG

/** What a browser draws of a picture, when all that is repeated in it is counted as often as it is drawn. */
const MOST_DRAWN = 200000;

/** @param {string} text @returns {string[]} the elements that a value refers to */
const referred = (text) => [...text.matchAll(/url\(\s*["']?#([^"')]*)/gi)].map((found) => (found[1] ?? "").trim());

/**
 * Rules that refer to elements.  Those that depend on more than the elements, such as where the mouse is, count for all.
 * @param {CSSRuleList} rules
 * @param {boolean} nested
 * @returns {{ selector: string, ids: string[] }[]}
 */
function rulesWithReferences(rules, nested = false) {
  /** @type {{ selector: string, ids: string[] }[]} */
  const found = [];
  for (const rule of /** @type {Iterable<any>} */ (rules)) {
    const plain = rule instanceof CSSStyleRule && !nested && !rule.selectorText.includes(":");
    if (rule.style) found.push({ selector: plain ? rule.selectorText : "*", ids: referred(rule.style.cssText) });
    if (rule.cssRules) found.push(...rulesWithReferences(rule.cssRules, nested || rule instanceof CSSStyleRule));
  }
  return found.filter((rule) => rule.ids.length > 0);
}

/**
 * How many elements are drawn: <use>, patterns, masks and their like draw others, which may do so, too, so that a short
 * file can keep a browser busy for hours.  Browsers make copies for <use> also where they are not drawn.
 * @param {SVGElement} root @param {Map<string, SVGElement>} byId @param {{ selector: string, ids: string[] }[]} rules
 */
function countDrawn(root, byId, rules) {
  /** @type {Map<Element, number>} */
  const counts = new Map();
  /** @param {Element} element */
  function targets(element) {
    const ids = rules.filter((rule) => element.matches(rule.selector)).flatMap((rule) => rule.ids);
    for (const { name, value } of element.attributes) {
      if (name === "href" && value.startsWith("#")) ids.push(value.slice(1));
      else if (/url\(/i.test(value)) ids.push(...referred(value));
    }
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
  /** @param {Element} element @param {number} depth @returns {number} */
  function count(element, depth) {
    const known = counts.get(element);
    if (known !== undefined) return known;
    if (depth > 1000) return Infinity;
    counts.set(element, 0); // browsers do not draw what is drawn by itself
    let sum = 1;
    for (const other of [...element.children, ...targets(element)]) sum += count(other, depth + 1);
    counts.set(element, sum);
    return sum;
  }
  return count(root, 0);
}

/**
 * A picture in SVG in its host; `show` gives its elements the attributes of another state.
 * @param {HTMLElement} host
 * @param {Svg} svg
 * @param {ImageAddress} imageAddress
 * @param {SvgOptions} options
 */
export function svgPicture(host, svg, imageAddress, options) {
  const root = emptyRoot(host);
  const sheets = [sheetOf(SVG_STYLE)];
  /** @type {Map<string, SVGElement>} */
  const byId = new Map();
  /** What the items of the present state, and now the mouse, have changed. @type {Map<SVGElement, Map<string, () => void>>} */
  const changed = new Map();
  /** @type {Map<SVGElement, Map<string, string | ImageOf>>} */
  let present = new Map();
  /** Nothing has changed since what is drawn was counted. */
  let counted = false;
  let stopped = false;

  /** @param {SVGElement} element @param {string} name @param {string | ImageOf} value */
  function setAttribute(element, name, value) {
    if (typeof value !== "string") {
      const address = imageAddress(value.image);
      if (address) element.setAttribute("href", address);
      else element.removeAttribute("href");
    } else if (name === "style") element.style.cssText = value;
    else if (!/^on/i.test(name)) element.setAttribute(name, value);
  }

  /** @param {SvgPart} part */
  function make(part) {
    const element = /** @type {SVGElement} */ (document.createElementNS(SVG, part.name));
    for (const [name, value] of Object.entries(part.attributes)) setAttribute(element, name, value);
    const id = part.attributes.id;
    if (typeof id === "string" && !byId.has(id)) byId.set(id, element);
    for (const kid of part.kids) {
      if (typeof kid === "string") element.append(kid);
      else if (kid.name === "style") sheets.push(sheetOf(kid.kids.filter((text) => typeof text === "string").join("")));
      else element.append(make(kid));
    }
    return element;
  }

  /** The way back, before something is changed. @param {SVGElement} element @param {string} name @returns {() => void} */
  function wayBack(element, name) {
    if (name === "text") {
      const kids = [...element.childNodes];
      return () => element.replaceChildren(...kids);
    }
    if (name === "style") {
      const text = element.style.cssText;
      return () => {
        element.style.cssText = text;
      };
    }
    if (name === "title") {
      const title = element.querySelector(":scope > title");
      const text = title?.textContent ?? "";
      return () => setTitle(element, text);
    }
    const value = element.getAttribute(name);
    return () => (value === null ? element.removeAttribute(name) : element.setAttribute(name, value));
  }

  /** @param {SVGElement} element @param {string} text */
  function setTitle(element, text) {
    let title = element.querySelector(":scope > title");
    if (!title) {
      title = document.createElementNS(SVG, "title");
      element.prepend(title);
    }
    title.textContent = text;
  }

  /** @param {SVGElement} element @param {string} name @param {string | ImageOf} value */
  function change(element, name, value) {
    const backs = changed.get(element) ?? new Map();
    changed.set(element, backs);
    if (!backs.has(name)) backs.set(name, wayBack(element, name));
    if (name === "text" && typeof value === "string") element.textContent = value;
    else if (name === "title" && typeof value === "string") setTitle(element, value);
    else if (name === "id" && typeof value === "string") return; // by which it is known
    else if (name === "class" && typeof value === "string" && /^[+-]/.test(value)) {
      for (const word of value.slice(1).split(/\s+/).filter((one) => one !== "")) element.classList.toggle(word, value[0] === "+");
    } else setAttribute(element, name, value);
    counted = false;
  }

  /** Draws nothing at all if that would be too much. */
  function limit() {
    if (counted) return;
    counted = true;
    if (countDrawn(element, byId, rules) <= MOST_DRAWN) return;
    stopped = true;
    const words = document.createElement("p");
    words.textContent = `This picture is not drawn: it has more than ${MOST_DRAWN.toLocaleString("en")} elements, with those that it repeats.`;
    root.replaceChildren(words);
  }

  /** @param {SvgValue[]} values */
  function show(values) {
    if (stopped) return;
    /** @type {Map<SVGElement, Map<string, string | ImageOf>>} */
    const next = new Map();
    for (const [id, name, value] of values) {
      const element = byId.get(id);
      if (!element) continue;
      const names = next.get(element) ?? new Map();
      next.set(element, names);
      names.set(name, value);
    }
    for (const [element, backs] of changed) {
      for (const [name, back] of backs) {
        if (next.get(element)?.has(name) && name !== "class") continue;
        back();
        backs.delete(name);
        counted = false;
      }
    }
    for (const [id, name, value] of values) {
      const element = byId.get(id);
      if (element && (name === "class" || present.get(element)?.get(name) !== value || typeof value !== "string")) change(element, name, value);
    }
    present = next;
    limit();
  }

  function addHovers() {
    for (const hover of svg.hovers) {
      const on = byId.get(hover.on);
      const element = byId.get(hover.id);
      if (!on || !element) continue;
      on.addEventListener("mouseenter", () => {
        change(element, hover.attribute, hover.enter);
        limit();
      });
      on.addEventListener("mouseleave", () => {
        const value = hover.leave ?? present.get(element)?.get(hover.attribute);
        if (value !== undefined && value !== null) change(element, hover.attribute, value);
        else changed.get(element)?.get(hover.attribute)?.();
        counted = false;
        limit();
      });
    }
  }

  function addClicks() {
    if (!options.onClick) return;
    for (const [id, events] of Object.entries(svg.clicks)) {
      const element = byId.get(id);
      if (!element) continue;
      element.setAttribute("data-click", "");
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", `${id}: ${[...new Set(events)].join(" or ")}`);
      element.addEventListener("click", (event) => {
        event.stopPropagation();
        options.onClick?.(id);
      });
      element.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        options.onClick?.(id);
      });
    }
  }

  const element = make(svg.root);
  const [width, height] = ["width", "height"].map((name) => Number.parseFloat(element.getAttribute(name) ?? ""));
  const relative = ["width", "height"].some((name) => element.getAttribute(name)?.endsWith("%"));
  if (!element.hasAttribute("viewBox") && width > 0 && height > 0 && !relative) element.setAttribute("viewBox", `0 0 ${width} ${height}`);
  element.setAttribute("data-root", "");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", options.label);
  addHovers();
  addClicks();
  root.adoptedStyleSheets = sheets;
  const rules = sheets.flatMap((sheet) => rulesWithReferences(sheet.cssRules));
  root.append(element);
  limit();
  return { show };
}
