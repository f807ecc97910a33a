/** Returns the visible text of a page: entities decoded, scripts and tags removed. */
export function textIn(html: string): string {
  const text = html.replace(/<(script|style)\b.*?<\/\1>/gs, " ").replace(/<[^>]*>/g, " ");
  return decoded(text).replace(/\s+/g, " ");
}

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
