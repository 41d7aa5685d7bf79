// Answers come while one types.  These limits hold on slow and busy machines; bench/lsp.mjs tells the figures.
import { holds } from "../harness/expect.mjs";
import { completionAfterChange, diagnosticsAfterChange, diagnosticsAfterOpening, median, renameOverFiles } from "../harness/measures.mjs";

function quick(list, limit, what) {
  holds(median(list) <= limit, `${what}: ${median(list).toFixed(1)} ms, at most ${limit} ms were expected`);
}

export default [
  {
    name: "a machine of 2,000 lines",
    alone: true,
    server: false,
    run: async ({ program }) => {
      quick(await diagnosticsAfterChange(program, 2000, 9), 200, "diagnostics after a change");
      quick(await completionAfterChange(program, 2000, 9), 150, "completion");
    },
  },
  {
    name: "renaming over 50 files",
    alone: true,
    server: false,
    run: async ({ program }) => quick(await renameOverFiles(program, 50, 3), 2500, "renaming"),
  },
  {
    name: "a machine of 50,000 lines",
    alone: true,
    server: false,
    run: async ({ program }) => {
      quick(await diagnosticsAfterOpening(program, 50_000, 1), 6000, "diagnostics after opening");
      quick(await diagnosticsAfterChange(program, 50_000, 3), 4000, "diagnostics after a change");
    },
  },
];
