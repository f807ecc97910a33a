import type { JSDOM } from "jsdom";
import type { Site } from "../site";
import { openVisitor, type Page, type UploadedFile, type Visitor } from "../visitor";
import { find, isShown, openWindow } from "./dom";
import { Locator } from "./locator";

/** Opens a browser without JavaScript and without a window. */
export async function openPlain(
  site: Site,
  options: { language?: string; session?: string | null } = {},
): Promise<PlainPage> {
  return new PlainPage(site, await openVisitor(site, options), await openWindow());
}

/**
 * A page in a browser without JavaScript: links, forms, boxes, lists of choices, <details> and the history work as in a
 * real one. It has no style sheet, so what needs one is tested in a browser.
 */
export class PlainPage {
  /** Path, query and fragment of the page. */
  url = "/";
  status = 0;
  /** The chosen files by field. */
  readonly files = new Map<Element, Omit<UploadedFile, "field">>();
  readonly #dom: JSDOM;
  #history: string[] = [];
  /** Where the last click or key leads. */
  #onward: (() => Promise<void>) | undefined;
  readonly #all = new Locator(this, "");

  constructor(
    readonly site: Site,
    /** Sends requests with the same cookies, without the page. */
    readonly request: Visitor,
    dom: JSDOM,
  ) {
    this.#dom = dom;
    const { document } = dom.window;
    document.addEventListener("click", (event) => {
      const target = event.target as Element;
      const button = target.closest<HTMLButtonElement>("button, input");
      // jsdom does not know this attribute of buttons.
      if (button?.form && button.formNoValidate) button.form.noValidate = true;
      const link = target.closest("a[href]");
      if (link) this.#leave(event, () => this.goto(link.getAttribute("href")!));
    });
    document.addEventListener("submit", (event) => {
      this.#leave(event, () => this.#submit(event.target as HTMLFormElement, event.submitter));
    });
    const refuse = (event: Event) => {
      const { name } = event.target as HTMLInputElement;
      this.#leave(event, () => Promise.reject(new Error(`the browser would ask to correct "${name}"`)));
    };
    document.addEventListener("invalid", refuse, true);
  }

  locator: Locator["locator"] = (selector) => this.#all.locator(selector);
  getByRole: Locator["getByRole"] = (role, options) => this.#all.getByRole(role, options);
  getByLabel: Locator["getByLabel"] = (label, options) => this.#all.getByLabel(label, options);
  getByText: Locator["getByText"] = (words, options) => this.#all.getByText(words, options);

  find = (selector: string): HTMLElement[] => find(this.#dom.window, selector);
  content = (): string => this.#dom.serialize();
  title = (): string => this.#dom.window.document.title;
  toString = (): string => this.url;

  goto = (address: string): Promise<void> => this.#show(address, (path) => this.request.open(path));
  reload = (): Promise<void> => this.goto(this.url);

  async goBack(): Promise<void> {
    this.#history.pop();
    await this.goto(this.#history.pop() ?? "/");
  }

  async #show(address: string, request: (path: string) => Promise<Page>): Promise<void> {
    const target = this.#resolve(address);
    const { status, path, hash, text } = await request(target.pathname + target.search);
    this.status = status;
    this.url = path + (hash || target.hash);
    this.#history.push(this.url);
    this.files.clear();
    this.#dom.reconfigure({ url: this.#resolve(this.url).href });
    const { document } = this.#dom.window;
    document.write(text);
    // The focus after loading: the target of the address, or the first element that asks for it.
    const id = decodeURIComponent(document.location.hash.slice(1));
    const asking = [...document.querySelectorAll<HTMLElement>("[autofocus]")].find(isShown);
    (id ? document.getElementById(id) : asking)?.focus();
  }

  #resolve(address: string): URL {
    const { origin } = new URL(this.site.appUrl);
    const target = new URL(address, new URL(this.url, origin));
    if (target.origin !== origin) throw new Error(`${address} is another site`);
    return target;
  }

  #leave(event: Event, onward: () => Promise<void>): void {
    event.preventDefault();
    this.#onward ??= onward;
  }

  /** Clicks on an element or sends a form, and waits for the page to which that leads. */
  async act(element: HTMLElement, act: () => void): Promise<void> {
    this.#onward = undefined;
    act();
    const onward = this.#onward as (() => Promise<void>) | undefined;
    if (onward) await onward();
    else if (!element.closest("input, label, summary"))
      throw new Error(`a click on <${element.localName}> does nothing without JavaScript`);
  }

  /** Returns what a form sends, without its files. */
  entriesOf(form: HTMLFormElement, submitter: HTMLElement | null = null): [name: string, value: string][] {
    const entries = [...new this.#dom.window.FormData(form, submitter).entries()];
    return entries.flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value.replace(/\r?\n/g, "\r\n")]] : [],
    );
  }

  #submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const of = (name: string) => submitter?.getAttribute(`form${name}`) || form.getAttribute(name);
    const action = of("action") ?? this.url;
    const entries = this.entriesOf(form, submitter);
    if (of("method")?.toLowerCase() !== "post") {
      const target = this.#resolve(action);
      target.search = new URLSearchParams(entries).toString();
      return this.goto(target.href);
    }
    const hasFiles = of("enctype") === "multipart/form-data";
    const files = [...form.querySelectorAll<HTMLInputElement>("input[type=file]")].map((input) => {
      return { field: input.name, name: "", bytes: Buffer.alloc(0), ...this.files.get(input) };
    });
    return this.#show(action, (path) => this.request.submit(path, entries, hasFiles ? files : undefined));
  }
}
