import { descendants, isShown, normalized, textContent, type Element } from "./dom";
import { optionsOf, isDisabled, isTextField, formOf, controlsOf, typeOf, valueOf, valueOfOption } from "./controls";
import type { PlainPage } from "./page";
import { isExposed, labelsOf, levelOf, nameOf, roleOf } from "./roles";
import { select } from "./selectors";

type Words = string | RegExp;
interface Exactly {
  exact?: boolean;
}

/** Returns whether a text has the words: as a whole with `exact`, otherwise as a part, in any case. */
function says(text: string, words: Words, exact = false): boolean {
  const whole = normalized(text);
  if (words instanceof RegExp) return words.test(whole);
  if (exact) return whole === normalized(words);
  return whole.toLowerCase().includes(normalized(words).toLowerCase());
}

/**
 * Elements of the current page, found anew each time, as Playwright's locators: the same words find the same elements.
 * Reading and acting need exactly one.
 */
export class Locator {
  constructor(
    readonly page: PlainPage,
    readonly how: string,
    readonly elements: () => Element[],
  ) {}

  #next(how: string, find: (elements: Element[]) => Element[]): Locator {
    return new Locator(this.page, `${this.how} ${how}`, () => [...new Set(find(this.elements()))]);
  }

  locator(selector: string): Locator {
    return this.#next(selector, (all) => all.flatMap((one) => select(one, selector)));
  }

  getByRole(role: string, { name, exact, level }: Exactly & { name?: Words; level?: number } = {}): Locator {
    return this.#next(`${role} "${name ?? ""}"`, (all) =>
      all.flatMap(descendants).filter((one) => {
        if (roleOf(one) !== role || !isExposed(one)) return false;
        if (level !== undefined && levelOf(one) !== level) return false;
        return name === undefined || says(nameOf(one), name, exact);
      }),
    );
  }

  getByLabel(label: Words, { exact }: Exactly = {}): Locator {
    return this.#next(`label "${label}"`, (all) =>
      all.flatMap(descendants).filter((one) => {
        const isControl = ["input", "select", "textarea", "button"].includes(one.name);
        const labels = isControl ? labelsOf(one).map(textContent) : [];
        const own = one.attributes["aria-label"] ?? (one.attributes["aria-labelledby"] ? nameOf(one) : undefined);
        return [...labels, ...(own === undefined ? [] : [own])].some((text) => says(text, label, exact));
      }),
    );
  }

  getByText(words: Words, { exact }: Exactly = {}): Locator {
    const has = (one: Element) =>
      !["script", "style", "head"].includes(one.name) && says(textContent(one), words, exact);
    return this.#next(`text "${words}"`, (all) =>
      all.flatMap(descendants).filter((one) => has(one) && !descendants(one).some(has)),
    );
  }

  filter({ hasText, has }: { hasText?: Words; has?: Locator }): Locator {
    return this.#next(`with "${hasText ?? has?.how ?? ""}"`, (all) =>
      all.filter((one) => {
        if (hasText !== undefined && !says(textContent(one), hasText)) return false;
        if (!has) return true;
        const inside = new Set(descendants(one));
        return has.elements().some((other) => inside.has(other));
      }),
    );
  }

  or(other: Locator): Locator {
    return this.#next(`or ${other.how}`, (all) => [...all, ...other.elements()]);
  }

  nth(index: number): Locator {
    return this.#next(`[${index}]`, (all) => all.slice(index).slice(0, index === -1 ? undefined : 1));
  }

  first = (): Locator => this.nth(0);
  last = (): Locator => this.nth(-1);
  count = (): number => this.elements().length;
  all = (): Locator[] => this.elements().map((_, index) => this.nth(index));

  /** Returns the one element. */
  one(): Element {
    const found = this.elements();
    if (found.length !== 1) throw new Error(`${found.length} instead of one on ${this.page.url}: ${this.how}`);
    return found[0]!;
  }

  textContent = (): string => textContent(this.one());
  inputValue = (): string => valueOf(this.one());
  getAttribute = (name: string): string | null => this.one().attributes[name] ?? null;

  #usable(): Element {
    const element = this.one();
    if (!isShown(element)) throw new Error(`not visible on ${this.page.url}: ${this.how}`);
    if (isDisabled(element)) throw new Error(`disabled on ${this.page.url}: ${this.how}`);
    return element;
  }

  /** Follows a link, sends a form, chooses a control or opens a summary. */
  click(): Promise<void> {
    return this.page.press(this.#usable());
  }

  fill(value: string): void {
    const element = this.#usable();
    if (!isTextField(element) || "readonly" in element.attributes) throw new Error(`no field to fill: ${this.how}`);
    if (typeOf(element) === "date" && !/^(\d{4}-\d\d-\d\d)?$/.test(value)) throw new Error(`no date: ${value}`);
    element.value = value;
  }

  /** Presses a key in a field: Enter sends its form. */
  async enter(): Promise<void> {
    await this.page.sendFrom(this.#usable());
  }

  check(): void {
    const element = this.#usable();
    if (typeOf(element) === "radio") {
      const isSame = (one: Element) => typeOf(one) === "radio" && one.attributes["name"] === element.attributes["name"];
      for (const one of controlsOf(formOf(element)!).filter(isSame)) one.checked = false;
    } else if (typeOf(element) !== "checkbox") throw new Error(`nothing to check: ${this.how}`);
    element.checked = true;
  }

  uncheck(): void {
    const element = this.#usable();
    if (typeOf(element) !== "checkbox") throw new Error(`nothing to uncheck: ${this.how}`);
    element.checked = false;
  }

  /** Selects the option with this value or, as Playwright, this label. */
  selectOption(wanted: string | { label: string }): void {
    const options = optionsOf(this.#usable());
    const label = typeof wanted === "string" ? wanted : wanted.label;
    const option =
      (typeof wanted === "string" ? options.find((one) => valueOfOption(one) === wanted) : undefined) ??
      options.find((one) => normalized(textContent(one)) === label);
    if (!option) throw new Error(`no option "${label}": ${this.how}`);
    for (const one of options) one.selected = one === option;
  }

  setInputFiles(name: string, content: string | Buffer): void {
    const element = this.one();
    if (typeOf(element) !== "file") throw new Error(`no field for files: ${this.how}`);
    this.page.files.set(element, { field: element.attributes["name"]!, name, bytes: Buffer.from(content) });
  }
}
