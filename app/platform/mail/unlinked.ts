import { visible } from "~/domain/shared/visible";

const SCHEME = /[a-z][a-z0-9+.-]{0,30}:[/\\]{2,}/gi;
/** Full stops, including those of other scripts, inside a word. Mail programs turn such words into links. */
const DOT_WITHIN = /(?<=[^\s.])[.\u3002\uff0e\uff61](?=\p{L})/gu;
/** Looks like a full stop, but mail programs do not link it. */
const LEADER = "\u2024";

/**
 * Prevents mail programs from turning parts of user-written names and titles, such as "evil.example", into links. The
 * text stays readable. The app sends such texts in its own name to people who may not know their author.
 */
export function unlinked(text: string): string {
  return withoutSchemes(text).replace(DOT_WITHIN, LEADER);
}

/**
 * Removes URL schemes from a subject, where mail programs link only whole URLs; full stops stay. See {@link unlinked}.
 */
export const withoutSchemes = (text: string): string => text.replace(SCHEME, "");

/** Looks like an at sign, but mail programs do not link it. */
const SMALL_AT = "\ufe6b";
/** Max characters of a sender's name, so that the text appended to it stays visible in mail lists. */
const MAX_SENDER_LENGTH = 40;

/** Formats a name as a sender's name: one line, no address, truncated to the limit. */
export function senderName(text: string): string {
  const name = visible(withoutSchemes(text)).replaceAll("@", SMALL_AT).trim();
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  if (characters.length <= MAX_SENDER_LENGTH) return name;
  return `${characters
    .slice(0, MAX_SENDER_LENGTH - 1)
    .join("")
    .trimEnd()}…`;
}
