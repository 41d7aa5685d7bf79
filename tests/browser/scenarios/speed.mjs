// How long a person waits.  The limits hold for a machine that does nothing else: where more programs want to run than
// there are cores, they grow with that.
import os from "node:os";
import { eventually, holds, sees } from "../harness/expect.mjs";

const slow = () => Math.max(1, os.loadavg()[0] / os.cpus().length);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function within(limit, found, what) {
  const factor = slow();
  const text = `${what} ${found.toFixed(found < 10 ? 1 : 0)} ms (limit ${limit}${factor > 1 ? ` × ${factor.toFixed(1)}: the machine is busy` : ""})`;
  holds(found <= limit * factor, text);
  return text;
}

const WIDE = `MACHINE wide
VARIABLES x, y
INVARIANT x : 0..1000 & y : 0..31
INITIALISATION x, y := 0, 0
OPERATIONS
  put(a, b) = PRE a : 0..31 & b : 0..31 THEN x := a + b || y := b END
END
`;

/** A model of so many lines. */
function long(lines) {
  const operations = [];
  const count = Math.floor((lines - 12) / 6);
  for (let at = 0; at < count; at++) operations.push(`  op${at}(p) =\n  PRE\n    p : 0..10 & v${at % 20} + p < ${at + 100}\n  THEN\n    v${at % 20} := v${at % 20} + p\n  END`);
  const names = Array.from({ length: 20 }, (_, at) => `v${at}`);
  return `MACHINE long\nVARIABLES\n  ${names.join(", ")}\nINVARIANT\n  ${names.map((name) => `${name} : INTEGER`).join(" & ")}\nINITIALISATION\n  ${names.map((name) => `${name} := 0`).join(" || ")}\nOPERATIONS\n${operations.join(";\n")}\nEND\n`;
}

/** Three counters, and all their states. */
const grid = (x, y, z) => `MACHINE grid
VARIABLES x, y, z
INVARIANT x : 0..${x} & y : 0..${y} & z : 0..${z}
INITIALISATION x, y, z := 0, 0, 0
OPERATIONS
  right = PRE x < ${x} THEN x := x + 1 END;
  down = PRE y < ${y} THEN y := y + 1 END;
  deep = PRE z < ${z} THEN z := z + 1 END
END
`;

async function drawStates(screen, most, nodes) {
  await screen.go("Pictures");
  await screen.field("At most states").fill(String(most));
  const start = performance.now();
  await screen.button("Draw").click();
  await eventually("it is drawn", () => screen.page.evaluate(() => (window.probityScene?.frames.length > 0 ? window.probityScene.graph.count : 0)), (count) => count >= nodes, 60_000);
  return performance.now() - start;
}

export default [
  {
    name: "from the start of serve to the first enabled operations",
    files: { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } },
    open: "scheduler.mch",
    closed: true,
    alone: true,
    async run(screen, { browser, folder, options }) {
      const { serve } = await import("../harness/program.mjs");
      const times = [];
      for (let round = 0; round < 5; round++) {
        const context = await browser.newContext();
        const page = await context.newPage();
        const start = performance.now();
        const server = await serve([options.bin, "serve"], `${folder}/scheduler.mch`);
        await page.goto(server.address, { waitUntil: "commit" });
        await page.waitForFunction(() => document.querySelector(".operations button.take"));
        times.push(performance.now() - start);
        await context.close();
        await server.stop();
      }
      return within(500, median(times), "median of 5");
    },
  },
  {
    name: "a step where 1,000 instances are enabled",
    files: { "wide.mch": WIDE },
    open: "wide.mch",
    alone: true,
    async run(screen) {
      await sees(screen.region("Operations"), "1,024 enabled");
      // From the click to the new state on the screen, measured in the page.
      const times = await screen.page.evaluate(async () => {
        const found = [];
        for (let round = 0; round < 21; round++) {
          const room = document.querySelector(".room.animate");
          const before = room.dataset.turn;
          const steps = document.querySelectorAll(".operations button.take");
          const start = performance.now();
          const changed = new Promise((resolve) => {
            const observer = new MutationObserver(() => {
              if (room.dataset.turn === before) return;
              observer.disconnect();
              requestAnimationFrame(() => resolve(performance.now()));
            });
            observer.observe(room, { attributes: true, subtree: true });
          });
          steps[(round % 10) + 1].click();
          found.push((await changed) - start);
        }
        return found;
      });
      return within(50, median(times), "median of 21, to the next frame,");
    },
  },
  {
    name: "diagnostics of a model of 2,000 lines while one types",
    files: { "long.mch": long(2000) },
    open: "long.mch",
    alone: true,
    async run(screen) {
      await screen.go("Editor");
      await screen.page.locator(".cm-content").click();
      await sees(screen.region("Problems"), "none");
      await screen.page.evaluate(() => performance.clearMeasures("probity-diagnose"));
      const typing = [];
      for (const letter of " x ") {
        await screen.page.keyboard.type(letter);
        await screen.page.waitForTimeout(300);
      }
      const times = await screen.page.evaluate(() => performance.getEntriesByName("probity-diagnose", "measure").map((one) => one.duration));
      holds(times.length >= 2, `diagnostics were asked for ${times.length} times`);
      typing.push(...(await screen.page.evaluate(async () => {
        // How long the page is busy with a letter.
        const editor = document.querySelector(".cm-host").shadowRoot.querySelector(".cm-content");
        const found = [];
        for (let at = 0; at < 20; at++) {
          const start = performance.now();
          document.execCommand("insertText", false, "y");
          void editor.offsetHeight;
          found.push(performance.now() - start);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return found;
      })));
      return [within(100, median(times), "diagnostics: median"), within(16, median(typing), "a letter: median")].join(", ");
    },
  },
  {
    name: "a graph of 5,000 states",
    files: { "grid.mch": grid(19, 15, 15) },
    open: "grid.mch",
    alone: true,
    async run(screen) {
      const time = await drawStates(screen, 6000, 5120);
      await sees(screen.region("State space"), "complete: 5,120 states");
      return within(10_000, time, "explored, laid out and drawn in");
    },
  },
  {
    name: "a graph of 20,000 states is moved",
    files: { "grid.mch": grid(49, 19, 19) },
    open: "grid.mch",
    alone: true,
    async run(screen) {
      const time = await drawStates(screen, 21_000, 20_000);
      const frames = await screen.page.evaluate(async () => {
        const { canvas } = window.probityScene;
        const box = canvas.getBoundingClientRect();
        const at = (x, y) => ({ clientX: box.left + x, clientY: box.top + y, pointerId: 1, bubbles: true, buttons: 1 });
        canvas.setPointerCapture = () => undefined;
        canvas.dispatchEvent(new PointerEvent("pointerdown", at(300, 200)));
        const found = [];
        for (let step = 0; step < 40; step++) {
          const start = performance.now();
          canvas.dispatchEvent(new PointerEvent("pointermove", at(300 + step * 5, 200 + step * 3)));
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          found.push((performance.now() - start) / 2);
        }
        canvas.dispatchEvent(new PointerEvent("pointerup", at(500, 320)));
        return found;
      });
      return [`drawn in ${(time / 1000).toFixed(1)} s`, within(34, median(frames), "a frame while it moves: median")].join(", ");
    },
  },
];
