// The model's own picture of its state.
import { readFileSync } from "node:fs";
import { counts, eventually, holds, sees } from "../harness/expect.mjs";
import { playForReadme, README } from "../harness/readme.mjs";

/** Pictures whose parts repeat each other: each of `levels` draws the one before ten times. */
function repeating(kind, levels) {
  const part = (element, attribute) => ({ element, attribute });
  const { element, attribute } = { use: part("g", ""), pattern: part("pattern", "fill"), mask: part("mask", "mask"), clipPath: part("clipPath", "clip-path"), marker: part("marker", "marker-start"), sheet: part("pattern", "class") }[kind];
  const other = (level, at) => {
    if (kind === "use") return `<use href="#p${level}"/>`;
    if (kind === "sheet") return `<rect class="r${level}" x="${at}" width="5" height="5"/>`;
    return `<path d="M0 0L${at} 5L5 0" ${attribute}="url(#p${level})"/>`;
  };
  const parts = Array.from({ length: levels }, (_, level) => `<${element} id="p${level + 1}">${Array.from({ length: 10 }, (_, at) => other(level, at)).join("")}</${element}>`);
  const sheet = kind === "sheet" ? `<style>${Array.from({ length: levels + 1 }, (_, level) => `.r${level}${level % 2 ? ":not(.x)" : ""} { fill: url(#p${level}) }`).join("\n")}</style>` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">${sheet}<defs><${element} id="p0"><rect width="5" height="5"/></${element}>${parts.join("")}</defs><g id="last">${other(levels, 9)}</g></svg>`;
}

const REPEATING = (file, items = "") => `MACHINE repeating
DEFINITIONS VISB_SVG_FILE == "${file}"; VISB_SVG_OBJECTS == rec(\`id\`: "hand", svg_class: "use", x: 1)${items}
VARIABLES n
INVARIANT n : NATURAL
INITIALISATION n := 0
OPERATIONS inc = PRE n < 5 THEN n := n + 1 END
END
`;

const PICTURES = { "": { from: "examples/pictures" } };

export default [
  { name: "the picture of README", ...README, run: playForReadme },
  {
    name: "a picture in SVG follows the state, and clicks take steps",
    files: PICTURES,
    open: "house.mch",
    async run(screen) {
      const picture = screen.region("Picture");
      await sees(picture.locator("#number"), "0");
      await picture.locator("#button2").click();
      await screen.shows("called", "{2}");
      await screen.take("up");
      await screen.take("up");
      await screen.take("arrive");
      await screen.shows("doors", "opened");
      await sees(picture.locator("#number"), "2");
      await screen.press("b");
      await screen.shows("doors", "closed");
    },
  },
  {
    name: "a grid of images; a disc is dragged",
    files: PICTURES,
    open: "towers.mch",
    async run(screen) {
      const cells = screen.region("Picture").getByRole("gridcell");
      await counts(cells, 18);
      await counts(screen.region("Picture").locator("img, image"), 18);
      await eventually("the images are there", () => screen.region("Picture").locator("img").evaluateAll((all) => all.every((one) => one.complete && one.naturalWidth > 0)));
      await cells.nth(3).dragTo(cells.nth(5));
      await sees(screen.region("History"), "move(left,right)");
    },
  },
  {
    name: "a trace with its pictures is saved as a page that works by itself",
    files: PICTURES,
    open: "house.mch",
    async run(screen, { browser }) {
      await screen.take("call(1)");
      await screen.take("up");
      const arriving = screen.page.waitForEvent("download");
      await screen.button("Save the trace as a page").click();
      const file = await arriving;
      const text = readFileSync(await file.path(), "utf8");
      holds(!/(src|href)="https?:/.test(text), "it needs nothing from elsewhere");
      const context = await browser.newContext({ offline: true });
      const page = await context.newPage();
      await page.setContent(text);
      await sees(page.locator("body"), "call(1)", "up");
      await context.close();
    },
  },
  {
    name: "what a picture must not do is left out, and said; names and strings are texts",
    files: { "": { from: "tests/cli/files/visb" } },
    open: "doors.mch",
    async run(screen, { address }) {
      const elsewhere = [];
      const home = new URL(address).origin;
      screen.page.on("request", (request) => !/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== home && elsewhere.push(request.url()));
      screen.page.on("dialog", (dialog) => elsewhere.push(dialog.message()));
      await screen.steps().nth(1).click();
      const picture = screen.region("Picture");
      await sees(picture.locator("#name"), "<b>lift</b>");
      await sees(picture, "6 remarks on the picture");
      holds((await picture.locator("script, iframe, foreignObject, a, b").count()) === 0, "only what draws is there");
      await picture.locator("#door1").hover();
      await eventually("the mouse is over the door", () => picture.locator("#door1").getAttribute("stroke"), (stroke) => stroke === "black");
      holds(elsewhere.length === 0, `nothing is asked of others: ${elsewhere}`);
    },
  },
  {
    name: "whatever its sheets say, a picture stays in its frame",
    files: PICTURES,
    open: "house.mch",
    async run(screen) {
      // As if the program had let all of this through.
      const rules = "position: fixed !important; inset: 0 !important; contain: none !important; overflow: visible !important; z-index: 9999 !important; background: red !important; width: 100vw !important; height: 100vh !important;";
      const sheet = `:host { ${rules} } @scope { :scope { ${rules} } } :host-context(body) { ${rules} } svg, svg * { ${rules} }`;
      await screen.page.route("**/api/picture", async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        if (answer.picture?.svg?.root) {
          answer.picture.svg.version += "x";
          answer.picture.svg.root.kids.push({ name: "style", attributes: {}, kids: [sheet] });
          answer.picture.svg.root.attributes.style = rules;
        }
        await route.fulfill({ response, json: answer });
      });
      await screen.page.reload();
      await screen.ready();
      await screen.take("call(2)");
      const picture = screen.region("Picture");
      await eventually("the sheet is there", () => picture.locator("svg[data-root]").evaluate((svg) => getComputedStyle(svg).position), (position) => position === "fixed");
      const over = await screen.page.evaluate(() => {
        const frame = document.querySelector(".own-picture");
        const inside = frame.getBoundingClientRect();
        const found = [];
        for (let x = 2; x < innerWidth; x += 40) {
          for (let y = 2; y < innerHeight; y += 40) {
            const within = x > inside.left && x < inside.right && y > inside.top && y < inside.bottom;
            if (!within && frame.contains(document.elementFromPoint(x, y))) found.push([x, y]);
          }
        }
        return { found, wide: inside.width, high: inside.height };
      });
      holds(over.found.length === 0 && over.wide < 1000 && over.high < 700, `the picture is over the page: ${JSON.stringify(over)}`);
    },
  },
  {
    name: "a picture whose parts repeat each other very often does not keep the page busy",
    files: Object.fromEntries([
      ...["use", "pattern", "mask", "clipPath", "marker", "sheet"].flatMap((kind) => [
        [`${kind}.svg`, repeating(kind, 9)],
        [`${kind}.mch`, REPEATING(`${kind}.svg`).replace("repeating", kind)],
      ]),
      ["some.svg", repeating("use", 3)],
      ["some.mch", REPEATING("some.svg").replace("repeating", "some")],
      ["late.svg", repeating("use", 4).replace(/<g id="last">.*<\/g>/, `<use href="#hand"/>`.repeat(100))],
      ["late.mch", REPEATING("late.svg", `; VISB_SVG_UPDATES == rec(\`id\`: "hand", href: IF n = 0 THEN "#p1" ELSE "#p4" END)`).replace("repeating", "late")],
    ]),
    open: "some.mch",
    async run(screen) {
      const picture = screen.region("Picture");
      const open = async (name) => {
        await screen.press("o");
        await screen.dialog().getByRole("button", { name: new RegExp(`^${name}\\.mch`) }).click();
        await sees(screen.page.locator(".models .on"), name);
      };
      const refused = () => sees(picture.getByText("This picture is not drawn"), "it has more than 200,000 elements");
      await counts(picture.locator("svg[data-root]"), 1);
      for (const kind of ["use", "pattern", "mask", "clipPath", "marker", "sheet"]) {
        await open(kind);
        await refused();
        await screen.take("inc");
        await screen.shows("n", "1");
      }
      await open("late");
      await counts(picture.locator("svg[data-root]"), 1);
      await screen.take("inc");
      await refused();
      await screen.press("b");
      await screen.shows("n", "0");
    },
  },
  {
    name: "a click that may call several steps offers them",
    files: { "": { from: "tests/cli/files/visb" } },
    open: "doors.mch",
    async run(screen) {
      await screen.steps().nth(1).click();
      const picture = screen.region("Picture");
      await picture.locator("#name").focus();
      await screen.press("Enter");
      const choices = picture.getByRole("group", { name: "Steps of this click" });
      await sees(choices, 'shout("down")', 'shout("up")');
      await screen.press("Escape");
      await counts(choices, 0);
      await picture.locator("#name").focus();
      await screen.press(" ");
      await choices.getByRole("button", { name: 'shout("up")' }).click();
      await screen.shows("name", '"up"');
      await sees(picture.locator("#name"), "up");
    },
  },
  {
    name: "a grid by keyboard: arrows, Enter, and Space where a drag begins",
    files: PICTURES,
    open: "towers.mch",
    async run(screen) {
      const cells = screen.region("Picture").getByRole("gridcell");
      await cells.first().focus();
      await screen.press("ArrowDown", " ", "ArrowRight", "ArrowDown", "Enter");
      await sees(screen.region("History"), "move(left,middle)");
      await screen.press("Home", "Enter");
      await sees(screen.region("History"), "move(left,right)");
    },
  },
];
