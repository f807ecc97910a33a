import { z } from "zod";
import { parseDay } from "./dates";

// Building blocks of the input schemas. Messages are keys of the `errors` texts, parameters follow after "|".

const tooLong = (max: number) => `too_long|${JSON.stringify({ max })}`;

/** Control characters, and those that turn the direction of whatever follows. Tab and line breaks are another matter. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
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
  z
    .string({ error: required })
    .overwrite(visible)
    .trim()
    .min(1, { error: required, abort: true })
    .refine(isSeen, { error: required, abort: true })
    .max(max, long);

/** Text that may be missing, of one line or more; empty becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .overwrite(visibleLines)
    .trim()
    .max(max, tooLong(max))
    .nullish()
    .transform((text) => (text && isSeen(text) ? text : null));

/** An e-mail address by the spec's simple pattern, lower-cased: addresses are compared without case. */
export const emailAddress = z
  .string({ error: "email_required" })
  .overwrite(visible)
  .trim()
  .min(1, { error: "email_required", abort: true })
  .max(254, tooLong(254))
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "email_invalid")
  .toLowerCase();

/** A calendar date, typed or picked. */
export const requiredDay = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .transform((text, context) => {
      const day = parseDay(text);
      if (day) return day;
      context.addIssue({ code: "custom", message: "date_invalid" });
      return z.NEVER;
    });

/** Id of a record; anything else is simply not found, so the text is the same. */
export const recordId = z.uuid("not_found");

/** Fingerprint of what a form was filled with (changed-meanwhile.server.ts); without one nothing is compared. */
export const seenFingerprint = z.string().optional();

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
