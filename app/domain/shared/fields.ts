import { z } from "zod";
import { isDamaged } from "./damaged";
import { day, isDay, parseDay } from "./dates";
import { EMAIL_PATTERN, normalEmail } from "./email";
import { isErased } from "./erased";
import { nfc } from "./nfc";
import { visible, visibleLines } from "./visible";
import { webAddressProblem, withScheme } from "./web-address";

// Building blocks of the input schemas. Messages are keys of the `errors` texts, parameters follow after "|".

const tooLong = (max: number) => `too_long|${JSON.stringify({ max })}`;

/**
 * Extra characters that are accepted, because blanks and invisible characters are removed before the length is checked.
 */
const ROOM_TO_TAKE_OUT = 1000;

/**
 * A text from outside, exactly as it came: for passwords and what programs write. The length is checked first and ends
 * the check, so that no other rule gets a long text. Then damaged text is refused.
 *
 * @param max characters.
 * @param missing message key when it is not a text.
 * @param long message when it is too long.
 */
export const exactText = (max: number, missing?: string, long = tooLong(max)) =>
  z
    .string(missing)
    .max(max, { error: long, abort: true })
    .refine((text) => !isDamaged(text), { error: "text_damaged", abort: true });

/**
 * The same of a text that people write, in NFC. Every text field begins with it; tests/architecture.test.ts refuses
 * `z.string` elsewhere in the domain.
 */
export const boundedText = (max: number, missing?: string, long = tooLong(max)) =>
  exactText(max, missing, long).overwrite(nfc);

/** Characters that show nothing; some of them are letters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

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

/** An e-mail address in its normal form. */
export const emailAddress = requiredText("email_required", 254)
  .overwrite((text) => normalEmail(text) ?? text)
  .regex(EMAIL_PATTERN, { error: "email_invalid", abort: true })
  // Who has such an address was erased: nobody else may be taken for that.
  .refine((email) => normalEmail(email) === email && !isErased(email), { error: "email_invalid" });

/** Longest entry of an amount, a number, a day or a choice, with blanks around it. */
export const LONGEST_ENTRY = 100;

/** An amount, a number, a day or a choice as it was typed, without invisible characters and blanks around it. */
export const requiredEntry = (required: string) =>
  boundedText(LONGEST_ENTRY, required).overwrite(visibleLines).trim().min(1, { error: required, abort: true });

/** The same where it may be missing. */
export const optionalEntry = boundedText(LONGEST_ENTRY).overwrite(visibleLines).trim().optional();

/** A calendar date, typed or picked. */
export const requiredDay = (required: string) =>
  requiredEntry(required).transform((text, context) => {
    const day = parseDay(text);
    if (day) return day;
    context.addIssue({ code: "custom", message: "date_invalid" });
    return z.NEVER;
  });

/** The name of a person. */
export const personName = requiredText("name_required", 100, "name_too_long");

/** A calendar date within stored JSON. */
export const storedDay = boundedText(10).refine(isDay).transform(day);

/** A moment as `Date.toISOString` writes it, within stored JSON or a form of ours. */
export const isoMoment = z.iso.datetime();

/** Id of a record. Anything else has the message of a record that does not exist. */
export const recordId = z.uuid("not_found");

/** Fingerprint of the values a form has shown (changed-meanwhile.server.ts). Without it nothing is compared. */
export const formVersion = boundedText(1000).optional();

/** The address of a receipt. Only http(s), because it is shown as a link. */
export const receiptUrl = requiredText("receipt_url_required", 2000)
  .overwrite((text) => withScheme(text))
  .max(2000, { error: tooLong(2000), abort: true })
  .superRefine(webAddress);

/** Adds an issue for a text that is not a web address. Null is fine. */
export function webAddress(text: string | null, context: z.RefinementCtx<string | null>): void {
  const problem = text !== null && webAddressProblem(text);
  if (problem) context.addIssue({ code: "custom", message: problem });
}
