// Looking at a state: values, what changed, watched expressions.
import { counts, eventually, holds, sees } from "../harness/expect.mjs";

const VALUES = { "values.mch": { from: "tests/browser/models/values.mch" } };

export default [
  {
    name: "what the last step changed is marked",
    files: VALUES,
    open: "values.mch",
    async run(screen) {
      await sees(screen.region("State"), "queue", "person");
      await counts(screen.region("State").locator("tr.changed"), 0);
      await screen.take("push(blue)");
      await counts(screen.region("State").locator("tr.changed"), 1);
      await sees(screen.value("queue"), "changed", "blue");
      await sees(screen.region("State"), "1 changed");
      await screen.take("count");
      await sees(screen.value("n"), "changed", "1");
      await screen.press("b");
      await sees(screen.value("queue"), "changed");
    },
  },
  {
    name: "a relation as a table and as a graph",
    files: VALUES,
    open: "values.mch",
    async run(screen) {
      await screen.button("edges", screen.region("State")).click();
      const detail = screen.page.getByRole("group", { name: "Value of edges" });
      await detail.getByRole("tab", { name: "Table" }).click();
      await sees(detail.getByRole("table"), "red", "green", "blue");
      await counts(detail.getByRole("table").locator("tbody tr"), 3);
      await detail.getByRole("tab", { name: "Graph" }).click();
      const graph = detail.getByRole("img", { name: /^edges as a graph/ });
      await sees(graph, "red", "green", "blue");
      await counts(graph.locator(".node"), 3);
      await counts(graph.locator(".edge"), 3);
      holds((await graph.getAttribute("aria-label")).includes("red to green"), "the graph is said in words");
      await detail.getByRole("tab", { name: "Text" }).click();
      await sees(detail, "red|->green");
    },
  },
  {
    name: "sequences and records as tables",
    files: VALUES,
    open: "values.mch",
    async run(screen) {
      await screen.button("queue", screen.region("State")).click();
      const queue = screen.page.getByRole("group", { name: "Value of queue" });
      await sees(queue.getByRole("table").locator("tbody tr").nth(1), "2", "green");
      await screen.button("person", screen.region("State")).click();
      const person = screen.page.getByRole("group", { name: "Value of person" });
      await sees(person.getByRole("table"), "age", "30", "wishes", "{red}");
    },
  },
  {
    name: "long values are folded until somebody asks",
    files: VALUES,
    open: "values.mch",
    async run(screen) {
      const text = await sees(screen.value("many").locator("td").first(), "…", "3,000 elements");
      holds(text.length < 2000, `the folded value has ${text.length} letters`);
      await screen.button("many", screen.region("State")).click();
      const detail = screen.page.getByRole("group", { name: "Value of many" });
      await counts(detail.getByRole("table").locator("tbody tr"), 100);
      await detail.getByRole("button", { name: "2,900 more" }).click();
      await counts(detail.getByRole("table").locator("tbody tr"), 200);
      await detail.getByRole("tab", { name: "Text" }).click();
      await sees(detail, "9000}");
    },
  },
  {
    name: "watched expressions with a chart over the trace",
    files: VALUES,
    open: "values.mch",
    async run(screen) {
      const watches = screen.region("Watches");
      await screen.press("w");
      await screen.page.keyboard.type("size(queue)");
      await screen.press("Enter");
      await sees(watches, "size(queue)", "2");
      await screen.field("Expression to watch").fill("n * n");
      await screen.press("Enter");
      await sees(watches, "n * n", "0");
      await screen.press("Escape");
      await screen.take("push(red)");
      await screen.take("count");
      await screen.take("count");
      await sees(watches.getByRole("row").filter({ hasText: "size(queue)" }), "3");
      await sees(watches.getByRole("row").filter({ hasText: "n * n" }), "4");
      const chart = watches.getByRole("img", { name: "Watched expressions along the history" });
      await chart.hover({ position: { x: 60, y: 40 } });
      await sees(watches.locator("figcaption"), "size(queue)", "n * n");
      const colours = await inked(chart);
      holds(colours >= 2, `the chart has ${colours} coloured lines`);
      await screen.field("Expression to watch").fill("queue +");
      await screen.press("Enter");
      await sees(watches.getByRole("alert"), "^");
      await screen.button("Remove n * n").click();
      await eventually("one watch is left", () => watches.getByRole("row").count(), (count) => count === 1);
    },
  },
  {
    name: "the conjuncts of the invariant, and why",
    files: VALUES,
    open: "values.mch",
    async run(screen) {
      await sees(screen.region("Invariant"), "holds");
      await screen.take("push(red)");
      await screen.take("push(red)");
      await sees(screen.region("Invariant"), "1 does not hold");
      await screen.region("Invariant").getByRole("button", { name: /size\(queue\) < 4/ }).click();
      await sees(screen.region("Invariant").getByRole("tree"), "FALSE", "size(queue) < 4", "= 4");
      await screen.region("Invariant").getByRole("button", { name: /^Line 8 of/ }).click();
      await sees(screen.page.locator(".cm-activeLine"), "size(queue) < 4");
    },
  },
  {
    name: "the filter of the state",
    files: VALUES,
    open: "values.mch",
    async run(screen) {
      await screen.field("Filter variables and constants").fill("green");
      await sees(screen.region("State"), "edges", "queue");
      await eventually("others are gone", () => screen.region("State").locator("button.name").count(), (count) => count === 2);
    },
  },
];

/** How many of the colours for lines are on a canvas. */
async function inked(canvas) {
  return canvas.evaluate((element) => {
    const style = getComputedStyle(document.documentElement);
    const wanted = [1, 2, 3, 4, 5, 6].map((at) => style.getPropertyValue(`--chart-${at}`).trim());
    const { data } = element.getContext("2d").getImageData(0, 0, element.width, element.height);
    const seen = new Set();
    for (let at = 0; at < data.length; at += 4) seen.add(`#${[0, 1, 2].map((part) => data[at + part].toString(16).padStart(2, "0")).join("")}`);
    return wanted.filter((colour) => seen.has(colour)).length;
  });
}
