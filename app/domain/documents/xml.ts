// Writes and reads the small part of XML that a credit note needs: elements, attributes, and texts without siblings.
// Own code, because xmlbuilder2 4.0 writes a text that holds "&amp;" as if it were "&".

/** An element by names of its parts: "@name" is an attribute, "#" its text; a list is a repeated element. */
export interface XmlParts {
  [name: string]: XmlPart | XmlPart[] | null;
}
export type XmlPart = XmlParts | string;

/** An element that was read: what is repeated is a list, every part is an object. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

/** Writes an element and its parts in their order. Null is left out. Texts may hold only what XML can hold. */
export function writeXml(name: string, parts: XmlParts): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(name, parts, "")}`;
}

function elementText(name: string, part: XmlPart, indent: string): string {
  if (typeof part === "string") return `${indent}<${name}>${escaped(part)}</${name}>\n`;
  const entries = Object.entries(part);
  const attributes = entries.flatMap(([key, value]) =>
    key.startsWith("@") && typeof value === "string" ? [` ${key.slice(1)}="${escaped(value)}"`] : [],
  );
  const open = `${indent}<${name}${attributes.join("")}`;
  const text = part["#"];
  if (typeof text === "string") return `${open}>${escaped(text)}</${name}>\n`;
  const inner = entries.flatMap(([key, value]) => {
    if (value === null || key.startsWith("@")) return [];
    return (Array.isArray(value) ? value : [value]).map((one) => elementText(key, one, `${indent}  `));
  });
  return inner.length > 0 ? `${open}>\n${inner.join("")}${indent}</${name}>\n` : `${open}/>\n`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Replaces the characters that have a meaning in XML and HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character]!);

function unescaped(text: string): string {
  return text.replace(/&(\w*);?/g, (entity, name: string) => {
    const character = characters[name];
    if (!character || !entity.endsWith(";")) throw new Error(`unexpected entity in XML: ${entity}`);
    return character;
  });
}

const TAG = /<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>/y;

/**
 * Reads what {@link writeXml} writes. Nothing else of XML is understood, so neither document types nor entities of a
 * file's own can do harm.
 *
 * @throws Error for any other markup.
 */
export function readXml(xml: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(head)) throw new Error("unexpected beginning of XML");
  for (let at = head.length; at < xml.length;) {
    const parent = open.at(-1)!;
    const next = xml.indexOf("<", at);
    const end = next < 0 ? xml.length : next;
    parent.text += unescaped(xml.slice(at, end));
    if (next < 0) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(xml);
    if (!tag) throw new Error(`unexpected markup in XML at ${next}`);
    const [all, closes, name, attributes, isEmpty] = tag;
    at = next + all.length;
    if (closes) {
      if (parent === root || parent.name !== name) throw new Error(`unexpected end of ${name}`);
      open.pop();
      continue;
    }
    const pairs = [...attributes!.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, unescaped(value!)]);
    const element = { name: name!, attributes: Object.fromEntries(pairs), text: "", children: [] };
    parent.children.push(element);
    if (!isEmpty) open.push(element);
  }
  const [first] = root.children;
  if (open.length > 1 || !first || root.children.length > 1) throw new Error("XML is not complete");
  return first;
}
