// Nothing a model says is markup; the token; what happens when the server goes.
import { holds, sees } from "../harness/expect.mjs";

const EVIL = `<img src=x onerror="window.wounded=1"><script>window.wounded=1</script><b>bold</b>`;
const MODEL = `MACHINE markup
/* ${EVIL} */
DEFINITIONS SET_PREF_MAXINT == 3
CONSTANTS words
PROPERTIES words = {"<img src=x onerror=wounded()>", "<b>bold</b>", "&lt;i&gt;"}
VARIABLES said
INVARIANT said : STRING
INITIALISATION said := "<u>nothing</u>"
OPERATIONS
  say(w) = PRE w : words THEN said := w END;
  r <-- ask = BEGIN r := said END
END
`;

export default [
  {
    name: "markup in names, strings, comments and files stays text",
    files: { "markup.mch": MODEL, "<b>bold.mch": MODEL.replace("MACHINE markup", "MACHINE bold") },
    open: "markup.mch",
    async run(screen) {
      const safe = async () => {
        const wounds = await screen.page.evaluate(() => ({ script: window.wounded, images: document.querySelectorAll("img").length, bold: [...document.querySelectorAll("b, u, i")].filter((one) => /bold|nothing/.test(one.textContent)).length }));
        holds(wounds.script === undefined && wounds.images === 0 && wounds.bold === 0, `markup of the model is in the page: ${JSON.stringify(wounds)}`);
      };
      await screen.take(`say("<b>bold</b>")`);
      await screen.shows("said", `"<b>bold</b>"`);
      await sees(screen.region("Operations"), `say("<img src=x onerror=wounded()>")`);
      await screen.button("words", screen.region("State")).click();
      await sees(screen.page.getByRole("group", { name: "Value of words" }), "onerror=wounded()");
      await screen.field("Expression to watch").fill("said");
      await screen.press("Enter");
      await sees(screen.region("Watches"), `"<b>bold</b>"`);
      await safe();
      await screen.go("Editor");
      await sees(screen.page.locator(".cm-content"), "<script>window.wounded=1</script>");
      await screen.go("Console");
      await screen.page.keyboard.type("words");
      await screen.press("Enter");
      await sees(screen.page.getByRole("log"), "<b>bold</b>");
      await screen.go("Pictures");
      await sees(screen.region("State space"), "complete");
      await screen.press("o");
      await sees(screen.dialog(), "<b>bold.mch");
      await safe();
    },
  },
  {
    name: "the policy lets no other script in",
    files: { "markup.mch": MODEL },
    open: "markup.mch",
    async run(screen) {
      screen.allowed.push(/Content Security Policy/);
      const done = await screen.page.evaluate(async () => {
        const script = document.createElement("script");
        script.textContent = "window.injected = 1";
        document.body.append(script);
        const image = document.createElement("div");
        image.innerHTML = `<img src="data:image/png;base64,AAAA" onerror="window.injected = 2">`;
        document.body.append(image);
        // Later, since what the debugger calls may do what the page may not.
        const evaluated = await new Promise((resolve) =>
          setTimeout(() => {
            try {
              resolve(new Function("return true")());
            } catch {
              resolve(false);
            }
          }),
        );
        return { injected: window.injected ?? null, evaluated };
      });
      holds(done.injected === null && !done.evaluated, `a script ran: ${JSON.stringify(done)}`);
    },
  },
  {
    name: "without the token nothing is shown",
    files: { "markup.mch": MODEL },
    open: "markup.mch",
    closed: true,
    async run(screen, { address }) {
      await screen.page.goto(address.replace(/#.*/, "#0123456789abcdef0123456789abcdef"));
      await sees(screen.page.locator(".notice.bad"), "token");
      holds(!(await screen.page.locator("body").innerText()).includes("said"), "nothing of the model is shown");
    },
  },
  {
    name: "several tabs, several models",
    files: { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } },
    open: "scheduler.mch",
    async run(screen, { address, context }) {
      const { Screen } = await import("../harness/screen.mjs");
      const other = new Screen(await context.newPage(), context);
      await other.page.goto(address);
      await other.ready();
      await screen.take("create(PROC1)");
      await other.take("create(PROC3)");
      await screen.shows("waiting", "{PROC1}");
      await other.shows("waiting", "{PROC3}");
      await other.page.close();
      await screen.take("wake(PROC1)");
      await screen.shows("active", "{PROC1}");
      // The same tab, loaded again, is where it was.
      await screen.page.reload();
      await screen.shows("active", "{PROC1}");
    },
  },
  {
    name: "a server that ends is said",
    files: { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } },
    open: "scheduler.mch",
    async run(screen, { server }) {
      await sees(screen.region("Operations"), "create(PROC1)");
      screen.allowed.push(/net::ERR_/);
      await server.stop();
      await sees(screen.page.getByRole("status").filter({ hasText: "not connected" }));
      await screen.page.locator(".operations button.take").first().click();
      await sees(screen.page.getByRole("alert"), "The server does not answer");
    },
  },
];
