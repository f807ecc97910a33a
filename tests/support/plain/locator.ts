import { getByLabelSelector, getByRoleSelector, getByTextSelector, type Ivya } from "ivya";
import { isShown } from "./dom";
import type { PlainPage } from "./page";

export type Words = string | RegExp;
type ByRole = Parameters<Ivya["queryAllByRole"]>[1];

/**
 * Elements of the current page, found anew each time, as Playwright's locators: the same words find the same elements.
 * Reading and acting need exactly one.
 */
export class Locator {
  constructor(
    readonly page: PlainPage,
    /** In Playwright's own notation. */
    readonly selector: string,
  ) {}

  #next = (step: string) => new Locator(this.page, this.selector === "" ? step : `${this.selector} >> ${step}`);

  locator = (css: string): Locator => this.#next(`css=${css}`);
  getByRole = (role: string, options?: ByRole): Locator => this.#next(getByRoleSelector(role, options));
  getByLabel = (label: Words, options?: { exact?: boolean }) => this.#next(getByLabelSelector(label, options));
  getByText = (words: Words, options?: { exact?: boolean }) => this.#next(getByTextSelector(words, options));
  filter = ({ hasText, has }: { hasText?: Words; has?: Locator }): Locator =>
    has
      ? this.#next(`internal:has=${JSON.stringify(has.selector)}`)
      : this.#next(getByTextSelector(hasText!).replace("text", "has-text"));
  or = (other: Locator): Locator => this.#next(`internal:or=${JSON.stringify(other.selector)}`);
  nth = (index: number): Locator => this.#next(`nth=${index}`);
  first = (): Locator => this.nth(0);
  last = (): Locator => this.nth(-1);
  all = (): Locator[] => this.elements().map((_, index) => this.nth(index));
  elements = (): HTMLElement[] => this.page.find(this.selector);
  count = (): number => this.elements().length;
  toString = (): string => `${this.selector} on ${this.page.url}`;

  /** Returns the one element, typed as a control so that its properties can be read. */
  one(): HTMLInputElement {
    const found = this.elements();
    if (found.length !== 1) throw new Error(`${found.length} instead of one: ${this}`);
    return found[0] as HTMLInputElement;
  }

  textContent = (): string => this.one().textContent ?? "";
  inputValue = (): string => this.one().value;
  getAttribute = (name: string): string | null => this.one().getAttribute(name);

  #usable(): HTMLInputElement {
    const element = this.one();
    if (!isShown(element)) throw new Error(`not visible: ${this}`);
    if (element.matches(":disabled")) throw new Error(`disabled: ${this}`);
    return element;
  }

  /** Follows a link, sends a form, chooses a control or opens a summary. */
  async click(): Promise<void> {
    const element = this.#usable();
    await this.page.act(element, () => element.click());
  }

  /** Presses Enter in a field: the first button of its form sends it. */
  async press(_key: "Enter"): Promise<void> {
    const field = this.#usable();
    const controls = [...(field.form?.elements ?? [])] as HTMLButtonElement[];
    const button = controls.find(({ type }) => type === "submit");
    await this.page.act(button ?? field, () => (button ? button.click() : field.form?.requestSubmit()));
  }

  fill(value: string): void {
    const field = this.#usable();
    if (!field.matches(":read-write")) throw new Error(`no field to fill: ${this}`);
    field.value = value;
    if (field.value !== value) throw new Error(`the field does not take "${value}": ${this}`);
  }

  check = (isChecked = true): void => {
    const box = this.#usable();
    if (box.checked !== isChecked) box.click();
    if (box.checked !== isChecked) throw new Error(`cannot be changed: ${this}`);
  };
  uncheck = (): void => this.check(false);

  /** Selects the option with this value or, as Playwright, this label. */
  selectOption(wanted: string | { label: string }): void {
    const options = [...(this.#usable() as unknown as HTMLSelectElement).options];
    const label = typeof wanted === "string" ? wanted : wanted.label;
    const option = options.find(({ value }) => value === wanted) ?? options.find((one) => one.label === label);
    if (!option) throw new Error(`no option "${label}": ${this}`);
    option.selected = true;
  }

  setInputFiles(name: string, content: string | Buffer): void {
    const field = this.#usable();
    if (field.type !== "file") throw new Error(`no field for files: ${this}`);
    this.page.files.set(field, { name, bytes: Buffer.from(content) });
  }
}
