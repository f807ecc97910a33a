/** Returns the visible text of a page: entities decoded, scripts and tags removed. */
export function textIn(html: string): string {
  const text = html.replace(/<(script|style)\b.*?<\/\1>/gs, " ").replace(/<[^>]*>/g, " ");
  return decoded(text).replace(/\s+/g, " ");
}

/**
 * Returns the path and the fields that a browser without JavaScript posts when a user presses a button.
 * @param button the text on the button
 * @param entries the entered values by field label
 * @throws if the page has no such button or field, or if the form is not posted
 */
export function filledForm(
  page: string,
  button: string,
  entries: Record<string, string> = {},
): { path: string; form: Record<string, string> } {
  const text = (element: string) => textIn(element).trim();
  const html = elements(page, "form").find((one) => elements(one, "button").map(text).includes(button));
  if (!html) throw new Error(`the page has no form with the button "${button}"`);
  if (attribute(html, "method") !== "post") throw new Error(`the form of "${button}" is not posted`);
  const inputs = html.match(/<input\b[^>]*>/g) ?? [];
  const form: Record<string, string> = {};
  for (const input of inputs) {
    const name = attribute(input, "name");
    if (name) form[name] = attribute(input, "value") ?? "";
  }
  for (const [label, value] of Object.entries(entries)) {
    const id = elements(html, "label").find((one) => text(one) === label);
    const input = id && inputs.find((one) => attribute(one, "id") === attribute(id, "for"));
    const name = input && attribute(input, "name");
    if (!name) throw new Error(`the form of "${button}" has no field "${label}"`);
    form[name] = value;
  }
  return { path: attribute(html, "action") ?? "", form };
}

const elements = (html: string, name: string): string[] =>
  html.match(new RegExp(`<${name}\\b.*?</${name}>`, "gs")) ?? [];

/** Returns an attribute of the first tag; undefined if the tag does not have it. */
export function attribute(html: string, name: string): string | undefined {
  const value = new RegExp(`^<[^>]*\\s${name}="([^"]*)"`).exec(html)?.[1];
  return value && decoded(value);
}

/** Returns the values of an attribute in all tags. */
export const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<[^>]*\\s${name}="([^"]*)"`, "g"))].map(([, value]) => decoded(value!));

const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

export const decoded = (html: string): string =>
  html.replace(/&(lt|gt|quot|#x27|amp);/g, (entity) => entities[entity]!);

/**
 * Returns the ids in the `form` attributes of a page that are not those of exactly one element, a form. A browser sends
 * a control with the first element that has the id, or not at all if that is no form.
 */
export function brokenFormIds(html: string): string[] {
  const named = new Set(
    [...html.matchAll(/<(?:input|select|textarea|button)\b[^>]*? form="([^"]+)"/g)].map(([, id]) => id!),
  );
  return [...named].filter((id) => {
    const owners = [...html.matchAll(/<(\w+)\b[^>]*? id="([^"]+)"/g)].filter(([, , own]) => own === id);
    return owners.length !== 1 || owners[0]![1] !== "form";
  });
}
