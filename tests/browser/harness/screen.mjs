// What a person has in front of them: the page in one tab, and what they do with it.
import { sees } from "./expect.mjs";

/** Noise of the browser itself, of requests that were refused on purpose. */
const EXPECTED = [/Failed to load resource: the server responded with a status of (409|422|404|401|502)/];

export class Screen {
  /** What else this scenario lets the browser say. */
  allowed = [...EXPECTED];
  /** Complaints of the browser: errors of scripts, breaches of the policy. */
  complaints = [];

  constructor(page, context) {
    this.page = page;
    this.context = context;
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !this.allowed.some((one) => one.test(message.text()))) this.complaints.push(message.text());
    });
  }

  /** A model is open. */
  async ready() {
    await this.page.locator(".models .model").first().waitFor();
  }

  region(name) {
    return this.page.getByRole("region", { name, exact: true });
  }

  button(name, within = this.page) {
    return within.getByRole("button", { name, exact: true });
  }

  field(name, within = this.page) {
    return within.getByLabel(name, { exact: true });
  }

  dialog() {
    return this.page.getByRole("dialog");
  }

  /** Goes to one of the places of the page: Animate, Check … */
  async go(place) {
    await this.page.getByRole("tablist", { name: "Places" }).getByRole("tab", { name: place, exact: true }).click();
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** The group of an operation in the list. */
  operation(name) {
    return this.page.locator(".operations").getByRole("group", { name, exact: true });
  }

  /** The buttons of steps that can be taken. */
  steps(operation) {
    const within = operation ? this.operation(operation) : this.page.locator(".operations");
    return within.locator("button.take > .code:first-child");
  }

  /** Takes the step with this text. */
  async take(text) {
    const found = this.page.locator(".operations button.take").filter({ has: this.page.locator(`:scope > .code:first-child:text-is(${JSON.stringify(text)})`) });
    const turn = await this.turn();
    await found.first().click();
    await this.moved(turn);
  }

  /** The row of a variable or constant. */
  value(name) {
    return this.region("State").locator("tr").filter({ has: this.page.locator(`th button:text-is(${JSON.stringify(name)})`) });
  }

  async shows(name, text) {
    await sees(this.value(name).locator("td .text"), new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`));
  }

  /** A number that is new after each step. */
  turn() {
    return this.page.evaluate(() => document.querySelector(".room.animate")?.dataset.turn ?? "");
  }

  async moved(turn) {
    await this.page.waitForFunction((before) => (document.querySelector(".room.animate")?.dataset.turn ?? "") !== before, turn);
  }

  history() {
    return this.page.getByRole("list", { name: "Steps taken" }).locator("li");
  }

  async picture(path) {
    await this.page.screenshot({ path, animations: "disabled" });
  }
}
