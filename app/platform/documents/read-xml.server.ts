import sax from "sax";

/** Limits far above what documents of business need. */
const MAX_DEPTH = 40;
const MAX_TEXT = 500;
const MAX_FOUND = 200;
const MAX_ATTRIBUTES = 100;
/** Characters between two checks of the number of attributes, for which the parser takes quadratic time. */
const CHUNK = 4_096;

/** Namespaces of business documents and their signatures. Elements of others could run as a page when opened. */
const ALLOWED = /^(?:urn:|http:\/\/www\.w3\.org\/2000\/09\/xmldsig#|http:\/\/uri\.etsi\.org\/01903\/)/;

/** The text of an element. */
export interface XmlText {
  /** Each element from the root on as `{namespace}name`, without separators. */
  path: string;
  /** Without whitespace around it. */
  text: string;
  /** Its attributes without a namespace. */
  attributes: Readonly<Record<string, string>>;
}

class NotAccepted extends Error {}

/**
 * Reads the texts of the elements at these paths from XML in UTF-8, in time and memory linear in its length. Returns
 * null for everything that is not plain, well-formed data: document types, entities of their own, processing
 * instructions, other encodings, foreign namespaces, and more than {@link MAX_DEPTH} levels.
 */
export function readXml(bytes: Uint8Array, wanted: ReadonlySet<string>): XmlText[] | null {
  try {
    return read(new TextDecoder("utf-8", { fatal: true }).decode(bytes), wanted);
  } catch (error) {
    // The decoder throws a TypeError for bytes that are not UTF-8.
    if (error instanceof NotAccepted || error instanceof TypeError) return null;
    throw error;
  }
}

function read(xml: string, wanted: ReadonlySet<string>): XmlText[] {
  const found: XmlText[] = [];
  // The path of each open element, and its text if it is wanted.
  const open: { path: string; one: XmlText | null }[] = [];
  // The types lack the option that knows only the five entities of XML, and none of HTML.
  const parser = sax.parser(true, { xmlns: true, strictEntities: true } as sax.SAXOptions);
  const reject = () => {
    throw new NotAccepted();
  };
  parser.onerror = reject;
  parser.ondoctype = reject;
  parser.onsgmldeclaration = reject;
  parser.onprocessinginstruction = ({ name, body }) => {
    const encoding = /\bencoding\s*=\s*["']([^"']*)["']/.exec(body)?.[1] ?? "utf-8";
    if (name !== "xml" || encoding.toLowerCase() !== "utf-8") reject();
  };
  parser.onopentag = (tag) => {
    const { uri, local, attributes } = tag as sax.QualifiedTag;
    if (open.length >= MAX_DEPTH || !ALLOWED.test(uri)) reject();
    const path = `${open.at(-1)?.path ?? ""}{${uri}}${local}`;
    const one = wanted.has(path) ? { path, text: "", attributes: plainAttributes(attributes) } : null;
    if (one && found.push(one) > MAX_FOUND) reject();
    open.push({ path, one });
  };
  const onText = (text: string) => {
    const one = open.at(-1)?.one;
    if (!one) return;
    one.text += text;
    if (one.text.length > MAX_TEXT) reject();
  };
  parser.ontext = onText;
  parser.oncdata = onText;
  parser.onclosetag = () => {
    const one = open.pop()?.one;
    if (one) one.text = one.text.trim();
  };
  const { attribList } = parser as unknown as { attribList: unknown[] };
  for (let at = 0; at < xml.length; at += CHUNK) {
    parser.write(xml.slice(at, at + CHUNK));
    if (attribList.length > MAX_ATTRIBUTES) reject();
  }
  parser.close();
  return found;
}

const plainAttributes = (attributes: sax.QualifiedTag["attributes"]) =>
  Object.fromEntries(
    Object.values(attributes).flatMap(({ uri, local, value }) => (uri === "" ? [[local, value]] : [])),
  );
