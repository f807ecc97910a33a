import { z } from "zod";
import { parseDay } from "./dates";

// Building blocks of the input schemas. Messages are keys of the `errors` texts, parameters follow after "|".

const tooLong = (max: number) => `too_long|${JSON.stringify({ max })}`;

/** What a text may hold beyond its length: blanks around it and what nobody sees are taken out before it is measured. */
const ROOM_TO_TAKE_OUT = 1000;

/** Text that has lost something on its way: a zero byte, or the sign that stands for bytes that were no text. */
const DAMAGE = /[\0\ufffd]/;

/** Whether a text arrived damaged: it is refused, because nobody knows what it should have been. */
export const isDamaged = (text: string) => DAMAGE.test(text);

/**
 * Any text from outside. Its length is judged first and ends the check, so that no other rule ever meets a long text; then
 * whether it arrived whole. Every field of text begins with it; the linter refuses `z.string` elsewhere in the domain.
 *
 * @param max characters.
 * @param missing message key for what is no text.
 * @param long message of what is too long.
 */
export const boundedText = (max: number, missing?: string, long = tooLong(max)) =>
  z
    .string(missing)
    .max(max, { error: long, abort: true })
    .refine((text) => !isDamaged(text), { error: "text_damaged", abort: true });

/** Control characters, and those that turn the direction of whatever follows. Tab and line breaks are another matter. */
const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Blanks without a width and the like. */
const WIDTHLESS = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]/g;
/** Joiners belong between letters of some scripts and the parts of an emoji; elsewhere they are only invisible. */
const STRAY_JOINERS =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
/** What leaves nothing to see, letters among it that are drawn as nothing. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

/** Several lines without characters that nobody sees: they make names that look alike, or like nothing. */
export const visibleLines = (text: string) =>
  text.replace(CONTROLS, "").replace(WIDTHLESS, "").replace(STRAY_JOINERS, "");

/** The same of a single line. */
export const visible = (text: string) => visibleLines(text.replace(/[\t\n\r\u2028\u2029]+/g, " "));

const isSeen = (text: string) => text.replace(UNSEEN, "") !== "";

/** Text that must be there after trimming. `required` and `long` are message keys. */
export const requiredText = (required: string, max: number, long = tooLong(max)) =>
  boundedText(max + ROOM_TO_TAKE_OUT, required, long)
    .overwrite(visible)
    .trim()
    .max(max, { error: long, abort: true })
    .min(1, { error: required, abort: true })
    .refine(isSeen, { error: required, abort: true });

/** Text that may be missing, of one line or more; empty becomes null. */
export const optionalText = (max: number) =>
  boundedText(max + ROOM_TO_TAKE_OUT, undefined, tooLong(max))
    .overwrite(visibleLines)
    .trim()
    .max(max, { error: tooLong(max), abort: true })
    .nullish()
    .transform((text) => (text && isSeen(text) ? text : null));

/**
 * An e-mail address by the spec's simple pattern, lower-cased: addresses are compared without case. What stands for something
 * else in the header of a mail is refused, although quotes would allow it.
 */
export const emailAddress = requiredText("email_required", 254)
  .regex(/^[^\s@<>()[\]\\,;:"`]+@[^\s@<>()[\]\\,;:"`]+\.[^\s@<>()[\]\\,;:"`]+$/, "email_invalid")
  .toLowerCase();

/** Longest entry of an amount, a number, a day or a choice, with blanks around it. */
export const LONGEST_ENTRY = 100;

/** An amount, a number, a day or a choice as it was typed, without blanks around it. */
export const requiredEntry = (required: string) =>
  boundedText(LONGEST_ENTRY, required).trim().min(1, { error: required, abort: true });

/** The same where it may be missing. */
export const optionalEntry = boundedText(LONGEST_ENTRY).trim().optional();

/** A calendar date, typed or picked. */
export const requiredDay = (required: string) =>
  requiredEntry(required).transform((text, context) => {
    const day = parseDay(text);
    if (day) return day;
    context.addIssue({ code: "custom", message: "date_invalid" });
    return z.NEVER;
  });

/** Id of a record; anything else is simply not found, so the text is the same. Its expression looks at 36 characters. */
export const recordId = z.uuid("not_found");

/** Fingerprint of what a form was filled with (changed-meanwhile.server.ts); without one nothing is compared. */
export const seenFingerprint = boundedText(1000).optional();

/** http(s) only: the address is shown as a link. */
export const receiptUrl = requiredText("receipt_url_required", 2000).superRefine(webAddress);

/** Judges an address that is there. */
export function webAddress(text: string | null, context: z.RefinementCtx<string | null>): void {
  const problem = text !== null && webAddressProblem(text);
  if (problem) context.addIssue({ code: "custom", message: problem });
}

/** Whether a text is an http(s) address; checked on save and again before it becomes a link. */
export function isWebAddress(text: string): boolean {
  return webAddressProblem(text) === null;
}

/** Why a text is no address that anybody could open, as a key of the `errors` texts. */
function webAddressProblem(text: string): string | null {
  if (!URL.canParse(text)) return "receipt_url_invalid";
  const { protocol, hostname, username, password } = new URL(text);
  if (!["http:", "https:"].includes(protocol)) return "receipt_url_invalid";
  // Whoever sees the link would see the password, too.
  if (username || password) return "receipt_url_credentials";
  const complete = hostname === "localhost" || hostname.startsWith("[") || /[^.]\.[^.]/.test(hostname);
  return complete ? null : "receipt_url_host";
}
