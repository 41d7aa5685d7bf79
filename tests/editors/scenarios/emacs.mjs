// Emacs with our set-up drives the server.
import { emacs } from "../harness/emacs.mjs";
import { CHANNELS, PROJECT, VALVE } from "../harness/models.mjs";

export default [
  {
    name: "a session",
    needs: "emacs",
    server: false,
    files: { ...PROJECT, "valve.eventb": VALVE.replace("open = FALSE", "opem = FALSE"), "hold.csp": CHANNELS.replace("-> HOLD", "-> HOLDS") },
    run: ({ folder, program }) => void emacs("session.el", { PROBITY_BIN: program, HOME: folder }, folder),
  },
];
