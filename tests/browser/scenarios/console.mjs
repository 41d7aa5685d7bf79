// Formulas in the state where one is.
import { lists, sees } from "../harness/expect.mjs";

export default [
  {
    name: "values, truth and reasons in the present state",
    files: { "scheduler.mch": { from: "examples/scheduler/scheduler.mch" } },
    open: "scheduler.mch",
    async run(screen) {
      await screen.take("create(PROC2)");
      await screen.press("g", "t");
      const log = screen.page.getByRole("log", { name: "Answers" });
      const ask = async (line) => {
        await screen.page.keyboard.type(line);
        await screen.press("Enter");
      };
      await ask("waiting");
      await sees(log.locator(".entry").nth(0), "> waiting", "{PROC2}");
      await ask("card(waiting) = 2");
      await sees(log.locator(".entry").nth(1), "FALSE");
      await ask(":why card(waiting) = 2");
      await sees(log.locator(".entry").nth(2), "card(waiting) = 1");
      await ask("p : PROC - waiting & p /= PROC1");
      await sees(log.locator(".entry").nth(3), "p = PROC3");
      await ask("1 +");
      await sees(log.locator(".entry").nth(4), "1 +", "^");
      await screen.press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp");
      await sees(screen.page.locator(".prompt"));
      await screen.press("Enter");
      await sees(log.locator(".entry").nth(5), "> card(waiting) = 2", "FALSE");
      await screen.go("Animate");
      await screen.take("create(PROC1)");
      await screen.go("Console");
      await ask("card(waiting) = 2");
      await sees(log.locator(".entry").nth(6), "TRUE");
      await screen.button("Clear").click();
      await lists(log.locator(".entry"));
    },
  },
];
