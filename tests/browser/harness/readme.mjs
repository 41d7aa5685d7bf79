// What the picture of README.md shows; a scenario makes sure that it can be made at any time.
import { sees } from "./expect.mjs";

export const README = {
  files: { "": { from: "examples/pictures" } },
  open: "house.mch",
  size: { width: 1180, height: 820 },
};

/** Some steps, two watched expressions, and the reason why an operation is not enabled. */
export async function playForReadme(screen) {
  for (const step of ["call(2)", "call(3)", "up", "call(0)", "up", "arrive"]) await screen.take(step);
  for (const expression of ["level", "card(called)"]) {
    await screen.field("Expression to watch").fill(expression);
    await screen.press("Enter");
    await sees(screen.region("Watches"), expression);
  }
  await screen.operation("up").locator("button.off").click();
  await sees(screen.region("Why up is not enabled"), "FALSE");
  await sees(screen.region("Picture"));
  await sees(screen.region("Watches").getByRole("img"));
  await screen.page.mouse.move(0, 0);
  await screen.page.evaluate(() => document.activeElement?.blur());
}
