// Neovim with our set-up drives the server.
import { CHANNELS, PROJECT, VALVE } from "../harness/models.mjs";
import { neovim } from "../harness/vim.mjs";

const FILES = {
  ...PROJECT,
  "valve.eventb": VALVE.replace("open = FALSE", "opem = FALSE"),
  "hold.csp": CHANNELS.replace("-> HOLD", "-> HOLDS"),
  "scheduler0_err.mch": { from: "examples/scheduler/scheduler0_err.mch" },
};

/** Each step of clients/session.lua is a session of its own. */
const STEPS = ["diagnostics", "notations", "names", "symbols", "writing", "commands"];

export default STEPS.map((step) => ({
  name: step,
  needs: "nvim",
  server: false,
  files: FILES,
  run: ({ folder, program }) => void neovim("session.lua", { PROBITY_BIN: program, PROBITY_STEPS: step, XDG_STATE_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder }, folder),
}));
