const SCHEME = /[a-z][a-z0-9+.-]{0,30}:[/\\]{2,}/gi;
/** Full stops, those of other scripts among them, that do not end a word: mail programs make a link of what has one. */
const DOT_WITHIN = /(?<=[^\s.])[.\u3002\uff0e\uff61](?=\p{L})/gu;
/** Looks like a full stop, but no program takes it for that of an address. */
const LEADER = "\u2024";

/**
 * Names and titles are anybody's words, sent in our name to people who may not know who wrote them. They stay readable, but
 * no mail program makes a link of "evil.example" in them.
 */
export function unlinked(text: string): string {
  return withoutSchemes(text).replace(DOT_WITHIN, LEADER);
}

/** The same for a subject, in which programs make links of whole addresses at most: full stops stay. */
export const withoutSchemes = (text: string): string => text.replace(SCHEME, "");
