// Pictures of the model as a whole.
import { counts, eventually, holds, sees } from "../harness/expect.mjs";

const SCHEDULER = { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } };

/** What the canvas shows, as the page knows it. */
const scene = (screen) =>
  screen.page.evaluate(() => {
    const { camera, marks, graph, place } = window.probityScene;
    return { zoom: camera.zoom, x: camera.x, current: marks.current, selected: marks.selected, trace: marks.trace, nodes: graph.count, labels: graph.labels.slice(0, 200), px: [...place.x.slice(0, 200)], py: [...place.y.slice(0, 200)] };
  });

/** Where a node is on the screen. */
const pointOf = (screen, node) =>
  screen.page.evaluate((at) => {
    const { camera, place, canvas } = window.probityScene;
    const box = canvas.getBoundingClientRect();
    return { x: box.left + box.width / 2 + (place.x[at] - camera.x) * camera.zoom, y: box.top + box.height / 2 + (place.y[at] - camera.y) * camera.zoom };
  }, node);

const drawn = (screen, nodes) => eventually("the graph is drawn", () => screen.page.evaluate(() => window.probityScene?.graph.count), (count) => count === nodes);

export default [
  {
    name: "the state space with the trace and the present state",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await screen.take("create(PROC1)");
      await screen.take("wake(PROC1)");
      await screen.press("g", "p");
      await sees(screen.region("State space"), "complete: 35 states", "present state and history");
      await drawn(screen, 35);
      const now = await eventually("the trace is marked", () => scene(screen), (one) => one.trace.length === 3);
      holds(now.labels[now.current].includes("active = {PROC1}"), `the present state is marked, not ${now.labels[now.current]}`);
      // A click on another state shows it, and goes there.
      const other = now.labels.findIndex((label) => label.includes("waiting = {PROC2,PROC3}"));
      const point = await pointOf(screen, other);
      await screen.page.mouse.click(point.x, point.y);
      await sees(screen.page.getByRole("complementary", { name: "Chosen state" }), "waiting = {PROC2,PROC3}", "Steps from here", "create(PROC1)");
      await screen.button("Go there").click();
      await eventually("it is the present state", () => scene(screen), (one) => one.current === other);
      await screen.go("Animate");
      await screen.shows("waiting", "{PROC2,PROC3}");
      await sees(screen.region("History"), "3 of 3");
    },
  },
  {
    name: "what was asked for last is drawn, also if an earlier answer comes late",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      let jobs = 0;
      await screen.page.route("**/api/job", async (route) => {
        const first = ++jobs === 1;
        const response = await route.fetch();
        if (first) await new Promise((resolve) => setTimeout(resolve, 2500));
        await route.fulfill({ response });
      });
      await screen.go("Pictures");
      await screen.field("At most states").fill("9");
      await screen.button("Draw").click();
      await sees(screen.region("State space"), /a part: \d+ states/);
      await screen.page.waitForTimeout(3500);
      await sees(screen.region("State space"), /a part: \d+ states/);
    },
  },
  {
    name: "Draw can be clicked while the page explores by itself",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      let clicked = false;
      await screen.page.route("**/api/result", async (route) => {
        const response = await route.fetch();
        if (clicked) return route.fulfill({ response });
        return route.fulfill({ response, json: { ...(await response.json()), state: "running" } });
      });
      await screen.go("Pictures");
      await sees(screen.region("State space"), "Exploring");
      clicked = true;
      await screen.button("Draw").click();
      await sees(screen.region("State space"), /complete: \d+ states/);
    },
  },
  {
    name: "zoom, search and the keyboard",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await screen.go("Pictures");
      await drawn(screen, 35);
      const before = await scene(screen);
      await screen.button("Zoom in").click();
      await eventually("it is larger", () => scene(screen), (now) => now.zoom > before.zoom);
      await screen.button("Show everything").click();
      await screen.page.mouse.move(500, 450);
      await screen.page.mouse.wheel(0, -300);
      await eventually("the wheel zooms", () => scene(screen), (now) => now.zoom > before.zoom);
      await screen.press("/");
      await screen.page.keyboard.type("active = {PROC2}");
      await sees(screen.page.getByRole("status").filter({ hasText: "match" }), /\d+ matches/);
      await screen.press("Enter");
      await eventually("a match is chosen", () => scene(screen), (now) => now.selected !== null && now.labels[now.selected].includes("active = {PROC2}"));
      await screen.page.getByRole("application", { name: /^States of scheduler/ }).focus();
      const { selected } = await scene(screen);
      await screen.press("ArrowDown");
      await eventually("the arrow goes to another state", () => scene(screen), (now) => now.selected !== selected);
      const target = await scene(screen);
      await screen.press("Enter");
      await eventually("Enter goes there", () => scene(screen), (now) => now.current === target.selected);
    },
  },
  {
    name: "projection on an expression, and quotient by what is enabled",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await screen.go("Pictures");
      await drawn(screen, 35);
      await screen.page.getByLabel("One node for").selectOption({ label: "what is enabled" });
      await eventually("fewer nodes", () => scene(screen), (now) => now.nodes < 20 && now.labels.some((label) => label.startsWith("create\n") || label.startsWith("create (") || label === "create"));
      await screen.page.getByLabel("One node for").selectOption({ label: "each value of" });
      await screen.field("Expression").fill("card(ready)");
      await screen.press("Enter");
      await drawn(screen, 3);
      await sees(screen.region("State space"), "3 values");
      const { labels } = await scene(screen);
      const two = labels.findIndex((label) => label.startsWith("2"));
      const point = await pointOf(screen, two);
      await screen.page.mouse.dblclick(point.x, point.y);
      await screen.go("Animate");
      await eventually("two are ready", () => screen.value("ready").innerText(), (text) => /\{PROC\d,PROC\d\}/.test(text));
    },
  },
  {
    name: "states with problems are seen",
    files: { "scheduler0_err.mch": { from: "examples/scheduler/scheduler0_err.mch" } },
    open: "scheduler0_err.mch",
    async run(screen) {
      await screen.go("Pictures");
      await sees(screen.region("State space"), "complete", "violates");
    },
  },
  {
    name: "the hierarchy of machines, and what operations refine",
    files: { "": { from: "examples/scheduler" } },
    open: "scheduler1.ref",
    async run(screen) {
      await screen.go("Pictures");
      await screen.page.getByRole("tab", { name: "Hierarchy" }).click();
      const machines = screen.region("Machines").getByRole("group");
      await sees(machines, "scheduler0", "scheduler1", "refines");
      await counts(machines.locator(".node"), 2);
      await screen.button("scheduler0", machines).focus();
      await screen.press("Enter");
      await sees(screen.page.locator(".cm-content"), "MACHINE scheduler0");
    },
  },
  {
    name: "which operation may enable which",
    files: SCHEDULER,
    open: "scheduler.mch",
    async run(screen) {
      await screen.go("Pictures");
      await screen.page.getByRole("tab", { name: "What enables what" }).click();
      const picture = screen.region("What enables what").getByRole("img");
      await sees(picture, "create", "swap", "wake");
      await screen.button("Table", screen.region("What enables what")).click();
      await sees(screen.region("What enables what").getByRole("row").filter({ has: screen.page.getByRole("rowheader", { name: "wake" }) }), "active");
    },
  },
];
