import { visible } from "~/domain/shared/visible";

const SCHEME = /[a-z][a-z0-9+.-]{0,30}:[/\\]{2,}/gi;
/** Full stops, those of other scripts among them, that do not end a word: mail programs make a link of what has one. */
const DOT_WITHIN = /(?<=[^\s.])[.\u3002\uff0e\uff61](?=\p{L})/gu;
/** Looks like a full stop, but no program takes it for that of an address. */
const LEADER = "\u2024";

/**
 * Names and titles are anybody's words, sent in our name to people who may not know who wrote them. They stay readable,
 * but no mail program makes a link of "evil.example" in them.
 */
export function unlinked(text: string): string {
  return withoutSchemes(text).replace(DOT_WITHIN, LEADER);
}

/** The same for a subject, in which programs make links of whole addresses at most: full stops stay. */
export const withoutSchemes = (text: string): string => text.replace(SCHEME, "");

/** Looks like the sign of an address, but no program takes it for one. */
const SMALL_AT = "\ufe6b";
/** Characters of a sender's name, so that what we add behind it is seen in a list of mails. */
const LONGEST_SENDER = 40;

/** A name as that of a sender: one line, no address, and not so long that nobody sees who else sends the mail. */
export function senderName(text: string): string {
  const name = visible(withoutSchemes(text)).replaceAll("@", SMALL_AT).trim();
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  if (characters.length <= LONGEST_SENDER) return name;
  return `${characters
    .slice(0, LONGEST_SENDER - 1)
    .join("")
    .trimEnd()}…`;
}
