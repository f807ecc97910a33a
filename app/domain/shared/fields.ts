import { z } from "zod";
import { isDamaged } from "./damaged";
import { day, isDay, parseDay } from "./dates";
import { EMAIL_PATTERN, normalEmail } from "./email";
import { isErased } from "./erased";
import { nfc } from "./nfc";
import { visible, visibleLines } from "./visible";
import { webAddressProblem } from "./web-address";

// Building blocks of the input schemas. Messages are keys of the `errors` texts; parameters follow after "|".

const tooLong = (max: number) => `too_long|${JSON.stringify({ max })}`;

/** Additional characters accepted before whitespace and invisible characters are removed. */
const ROOM_TO_TAKE_OUT = 1000;

/**
 * Schema of an unchanged text from outside, for passwords and machine-written values. The length is checked first and
 * ends the check, so that no other rule gets a long text. Then damaged text is rejected.
 *
 * @param max limit in characters.
 * @param missing message key if the value is not a text.
 * @param long message if it is too long.
 */
export const exactText = (max: number, missing?: string, long = tooLong(max)) =>
  z
    .string(missing)
    .max(max, { error: long, abort: true })
    .refine((text) => !isDamaged(text), { error: "text_damaged", abort: true });

/**
 * Schema of a text that people write, in NFC. Every text field starts with it; tests/architecture.test.ts rejects
 * `z.string` elsewhere in the domain.
 */
export const boundedText = (max: number, missing?: string, long = tooLong(max)) =>
  exactText(max, missing, long).overwrite(nfc);

/** Characters without a visible shape; some of them are letters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

const isSeen = (text: string) => text.replace(UNSEEN, "") !== "";

/** Schema of a text that is required after trimming. `required` and `long` are message keys. */
export const requiredText = (required: string, max: number, long = tooLong(max)) =>
  boundedText(max + ROOM_TO_TAKE_OUT, required, long)
    .overwrite(visible)
    .trim()
    .max(max, { error: long, abort: true })
    .min(1, { error: required, abort: true })
    .refine(isSeen, { error: required, abort: true });

/** Schema of a required text of one or more lines. `required` is a message key. */
export const requiredLines = (required: string, max: number) =>
  boundedText(max + ROOM_TO_TAKE_OUT, required, tooLong(max))
    .overwrite(visibleLines)
    .trim()
    .max(max, { error: tooLong(max), abort: true })
    .refine(isSeen, { error: required, abort: true });

/** Schema of an optional text of one or more lines; empty becomes null. */
export const optionalText = (max: number) =>
  boundedText(max + ROOM_TO_TAKE_OUT, undefined, tooLong(max))
    .overwrite(visibleLines)
    .trim()
    .max(max, { error: tooLong(max), abort: true })
    .nullish()
    .transform((text) => (text && isSeen(text) ? text : null));

/** Schema of an email address in normal form. */
export const emailAddress = requiredText("email_required", 254)
  .overwrite((text) => normalEmail(text) ?? text)
  .regex(EMAIL_PATTERN, { error: "email_invalid", abort: true })
  // These addresses mark erased people, so users may not enter them.
  .refine((email) => normalEmail(email) === email && !isErased(email), { error: "email_invalid" });

/** Limit for an entered amount, number, date or choice, including surrounding whitespace. */
export const MAX_ENTRY_LENGTH = 100;

/** Schema of an entered amount, number, date or choice, without invisible characters and surrounding whitespace. */
export const requiredEntry = (required: string) =>
  boundedText(MAX_ENTRY_LENGTH, required).overwrite(visibleLines).trim().min(1, { error: required, abort: true });

/** Schema of an optional entry; see {@link requiredEntry}. */
export const optionalEntry = boundedText(MAX_ENTRY_LENGTH).overwrite(visibleLines).trim().optional();

/** Schema of an entered or picked calendar date. */
export const requiredDay = (required: string) =>
  requiredEntry(required).transform((text, context) => {
    const day = parseDay(text);
    if (day) return day;
    context.addIssue({ code: "custom", message: "date_invalid" });
    return z.NEVER;
  });

/** Schema of an optional entered or picked calendar date; empty becomes null. */
export const optionalDay = boundedText(MAX_ENTRY_LENGTH)
  .overwrite(visibleLines)
  .trim()
  .nullish()
  .transform((text, context) => {
    if (!text) return null;
    const day = parseDay(text);
    if (day) return day;
    context.addIssue({ code: "custom", message: "date_invalid" });
    return z.NEVER;
  });

/** The name of a person. */
export const personName = requiredText("name_required", 100, "name_too_long");

/** Schema of a calendar date within stored JSON. */
export const storedDay = boundedText(10).refine(isDay).transform(day);

/** Schema of a time as `Date.toISOString` writes it, within stored JSON or the app's own forms. */
export const isoMoment = z.iso.datetime();

/** Schema of a record's id. Any other text is reported like a record that does not exist. */
export const recordId = z.uuid("not_found");

/** Hash of the values that a form has shown (edit-conflict.server.ts). Without it nothing is compared. */
export const formVersion = boundedText(1000).optional();

/** Adds an issue for a text that is not a web address. Null is allowed. */
export function webAddress(text: string | null, context: z.RefinementCtx<string | null>): void {
  const problem = text !== null && webAddressProblem(text);
  if (problem) context.addIssue({ code: "custom", message: problem });
}
