import type { Pattern } from "~/platform/db/erased-patterns";

/** The expression as JavaScript writes it; the database tests ask Postgres itself. */
export function expressionOf({ text, ignoresCase }: Pattern): RegExp {
  const source = text
    .replaceAll("[:alnum:]", String.raw`\p{L}\p{N}`)
    .replaceAll("[:xdigit:]", "0-9a-fA-F")
    .replaceAll("[:digit:]", "0-9")
    .replaceAll(String.raw`\-`, "-");
  return new RegExp(source, ignoresCase ? "giu" : "gu");
}

/** What is left of a text, with a star for what was found. */
export const erase = (pattern: Pattern | null, text: string) => text.replace(expressionOf(pattern!), "*");
