import type { Pattern } from "~/platform/db/erased-patterns";

/** Converts a pattern to a JavaScript expression; the database tests use Postgres itself. */
export function expressionOf({ text, ignoresCase }: Pattern): RegExp {
  const source = text
    .replaceAll("[:alnum:]", String.raw`\p{L}\p{N}`)
    .replaceAll("[:xdigit:]", "0-9a-fA-F")
    .replaceAll("[:digit:]", "0-9")
    .replaceAll(String.raw`\-`, "-");
  return new RegExp(source, ignoresCase ? "giu" : "gu");
}

/** Replaces the matches of a pattern by a star. */
export const erase = (pattern: Pattern | null, text: string) => text.replace(expressionOf(pattern!), "*");
