// Emacs with our set-up drives the server.
import { emacs } from "../harness/emacs.mjs";
import { CHANNELS, PROJECT, VALVE } from "../harness/models.mjs";

const FILES = {
  ...PROJECT,
  "valve.eventb": VALVE.replace("open = FALSE", "opem = FALSE"),
  "hold.csp": CHANNELS.replace("-> HOLD", "-> HOLDS"),
  "scheduler0_err.mch": { from: "examples/scheduler/scheduler0_err.mch" },
};

/** Each step of clients/session.el is a session of its own. */
const STEPS = ["diagnostics", "names", "writing", "completion", "commands"];

export default STEPS.map((step) => ({
  name: step,
  needs: "emacs",
  server: false,
  files: FILES,
  run: ({ folder, program }) => void emacs("session.el", { PROBITY_BIN: program, PROBITY_STEPS: step, HOME: folder }, folder),
}));
