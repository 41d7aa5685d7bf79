// Neovim with our set-up drives the server.
import { neovim } from "../harness/vim.mjs";
import { CHANNELS, PROJECT, VALVE } from "../harness/models.mjs";

export default [
  {
    name: "a session",
    needs: "nvim",
    server: false,
    files: { ...PROJECT, "valve.eventb": VALVE.replace("open = FALSE", "opem = FALSE"), "hold.csp": CHANNELS.replace("-> HOLD", "-> HOLDS") },
    run: ({ folder, program }) => void neovim("session.lua", { PROBITY_BIN: program, PROBITY_STEPS: "diagnostics notations", XDG_STATE_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder }, folder),
  },
];
