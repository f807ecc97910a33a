import type { Site, SiteResponse } from "../site";
import { openVisitor, type UploadedFile, type Visitor } from "../visitor";
import { ancestors, byId, descendants, isShown, parse, type Element } from "./dom";
import { controlsOf, entriesOf, formOf, isDisabled, isSubmit, reasonNotToSend, typeOf } from "./controls";
import { Locator } from "./locator";

const MAX_REDIRECTS = 10;
const FOCUSABLE = new Set(["a", "button", "input", "select", "summary", "textarea"]);

/** Opens a browser without JavaScript and without a window. */
export async function openPlain(
  site: Site,
  options: { language?: string; session?: string | null } = {},
): Promise<PlainPage> {
  return new PlainPage(site, await openVisitor(site, options));
}

/**
 * A page in a browser without JavaScript: links, forms, boxes, lists of choices, <details> and the history work as in a
 * real one. It has no style sheet, so what needs one is tested in a browser.
 */
export class PlainPage {
  /** Path, query and fragment of the page. */
  url = "about:blank";
  status = 0;
  readonly files = new Map<Element, UploadedFile>();
  #root: Element = parse("");
  #html = "";
  #history: string[] = [];
  readonly #all = new Locator(this, "", () => [this.#root]);

  constructor(
    readonly site: Site,
    /** Sends requests with the same cookies, without the page. */
    readonly request: Visitor,
  ) {}

  locator: Locator["locator"] = (selector) => this.#all.locator(selector);
  getByRole: Locator["getByRole"] = (role, options) => this.#all.getByRole(role, options);
  getByLabel: Locator["getByLabel"] = (label, options) => this.#all.getByLabel(label, options);
  getByText: Locator["getByText"] = (words, options) => this.#all.getByText(words, options);

  content = (): string => this.#html;
  title = (): string => this.locator("head title").textContent();

  goto(address: string): Promise<void> {
    return this.#open(address, (path) => this.request.get(path));
  }

  reload(): Promise<void> {
    return this.goto(this.url);
  }

  async goBack(): Promise<void> {
    this.#history.pop();
    await this.goto(this.#history.pop() ?? "/");
  }

  async #open(address: string, send: (path: string) => Promise<SiteResponse>): Promise<void> {
    let target = this.#resolve(address);
    let response = await send(target.pathname + target.search);
    for (let count = 0; response.headers.location !== undefined; count++) {
      if (count === MAX_REDIRECTS) throw new Error(`${address} redirects ${count} times`);
      const { hash } = target;
      target = this.#resolve(response.headers.location, target);
      target.hash ||= hash;
      response = await this.request.get(target.pathname + target.search);
    }
    this.status = response.status;
    this.url = target.pathname + target.search + target.hash;
    this.#html = response.text;
    this.#root = parse(response.text);
    this.files.clear();
    this.#history.push(this.url);
  }

  #resolve(address: string, base?: URL): URL {
    const { origin } = new URL(this.site.appUrl);
    const target = new URL(address, base ?? new URL(this.url.replace(/^about:blank$/, "/"), origin));
    if (target.origin !== origin) throw new Error(`${address} is another site`);
    return target;
  }

  /** Finds the element with the focus after loading: the target of the address, or the first that asks for it. */
  focused(): Locator {
    return new Locator(this, "focused", () => {
      const hash = this.url.split("#")[1];
      const target = hash && byId(this.#root, decodeURIComponent(hash));
      const isFocusable = ({ name, attributes }: Element) => "tabindex" in attributes || FOCUSABLE.has(name);
      if (target) return isFocusable(target) ? [target] : [];
      const wanting = descendants(this.#root).filter(({ attributes }) => "autofocus" in attributes);
      return wanting.filter(isShown).slice(0, 1);
    });
  }

  /** Does what a click on an element does. */
  async press(element: Element): Promise<void> {
    const pressed = [element, ...ancestors(element)].find(({ name }) =>
      ["a", "button", "input", "label", "summary"].includes(name),
    );
    if (!pressed) throw new Error(`a click on <${element.name}> does nothing without JavaScript`);
    const { name, attributes, parent } = pressed;
    if (name === "a") return this.goto(attributes["href"]!);
    if (name === "summary") {
      if ("open" in parent!.attributes) delete parent!.attributes["open"];
      else parent!.attributes["open"] = "";
      return undefined;
    }
    if (isSubmit(pressed)) return this.#submit(formOf(pressed), pressed);
    const control = name === "label" ? labeled(pressed) : pressed;
    const box = new Locator(this, "clicked", () => (control ? [control] : []));
    if (control && typeOf(control) === "checkbox" && (control.checked ?? "checked" in control.attributes))
      return box.uncheck();
    return box.check();
  }

  /** Sends the form of a field, as Enter does: with its first button. */
  sendFrom(field: Element): Promise<void> {
    const form = formOf(field);
    return this.#submit(form, form && controlsOf(form).find(isSubmit));
  }

  async #submit(form: Element | undefined, submitter: Element | undefined): Promise<void> {
    if (!form) throw new Error("the button has no form");
    if (submitter && isDisabled(submitter)) return;
    const reason = reasonNotToSend(form, submitter);
    if (reason) throw new Error(reason);
    const own = submitter?.attributes ?? {};
    const method = (own["formmethod"] ?? form.attributes["method"] ?? "get").toLowerCase();
    const action = own["formaction"] || form.attributes["action"] || this.url;
    const entries = entriesOf(form, submitter);
    if (method === "get") {
      const [path] = action.split(/[?#]/);
      return this.goto(`${path}?${new URLSearchParams(entries)}`);
    }
    const type = own["formenctype"] ?? form.attributes["enctype"];
    if (type !== "multipart/form-data") return this.#open(action, (path) => this.request.post(path, entries));
    const inputs = controlsOf(form).filter((control) => typeOf(control) === "file");
    const files = inputs.map(
      (input): UploadedFile =>
        this.files.get(input) ?? { field: input.attributes["name"]!, name: "", bytes: Buffer.alloc(0) },
    );
    return this.#open(action, (path) => this.request.upload(path, entries, ...files));
  }
}

function labeled(label: Element): Element | undefined {
  const id = label.attributes["for"];
  return id ? byId(label, id) : descendants(label).find(({ name }) => name === "input");
}
