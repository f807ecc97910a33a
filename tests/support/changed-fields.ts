import { addDays, day, isDay } from "../../app/domain/shared/dates";

/** A copy of a value with one of its fields changed, and the path of that field, as in "lines.0.amount". */
export interface Changed<T> {
  path: string;
  value: T;
}

/** Other values of fields that only have some. */
const others: Record<string, string> = {
  credit_note: "cancellation",
  cancellation: "credit_note",
  deal: "payment",
  payment: "deal",
  claim: "deal",
  regular: "small_business",
  small_business: "regular",
  de: "fr",
  EUR: "USD",
  DE: "AT",
};

const change = (value: unknown): unknown => {
  if (value === null) return "G-2020-0001";
  if (typeof value === "number") return value + 1;
  const text = String(value);
  return others[text] ?? (isDay(text) ? addDays(day(text), 1) : /[0-9]$/.test(text) ? `${text}1` : `${text}x`);
};

/** Returns a copy for each field of a value that has plain objects and lists, with another value of that field. */
export function eachChanged<T>(value: T): Changed<T>[] {
  if (typeof value !== "object" || value === null) return [{ path: "", value: change(value) as T }];
  return Object.entries(value).flatMap(([key, part]) =>
    eachChanged(part as unknown).map(({ path, value: changed }) => {
      const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
      copy[key] = changed;
      return { path: path ? `${key}.${path}` : key, value: copy as T };
    }),
  );
}

/** Returns a copy of a file for each of its texts and attributes with another one, and without each of its elements. */
export function eachXmlChanged(xml: string): { path: string; xml: string }[] {
  const found: { path: string; xml: string }[] = [];
  const open: { name: string; from: number }[] = [];
  for (const match of xml.matchAll(/<(\/?)([\w:]+)([^<>]*)>([^<]*)/g)) {
    const [all, closing, name, attributes, text] = match as unknown as [string, string, string, string, string];
    const at = match.index;
    const path = [...open.map((one) => one.name), name].join("/");
    if (closing) {
      const { from } = open.pop()!;
      const end = at + all.length - text.length;
      if (open.length > 0) found.push({ path: `-${path}`, xml: xml.slice(0, from) + xml.slice(end) });
      continue;
    }
    const begin = at + all.length - text.length;
    if (text.trim()) {
      const other = String(change(text));
      found.push({ path, xml: xml.slice(0, begin) + other + xml.slice(at + all.length) });
    }
    for (const { 0: attribute, 1: value, index } of attributes.matchAll(/="([^"]*)"/g)) {
      const from = at + 1 + name.length + index;
      const other = `="${String(change(value))}"`;
      found.push({ path: `${path}@`, xml: xml.slice(0, from) + other + xml.slice(from + attribute.length) });
    }
    if (!attributes.endsWith("/")) open.push({ name, from: at });
  }
  return found;
}
