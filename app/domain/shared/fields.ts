import { z } from "zod";
import { parseDay } from "./dates";

// Building blocks of the input schemas. Messages are keys of the `errors` texts, parameters follow after "|".

const tooLong = (max: number) => `too_long|${JSON.stringify({ max })}`;

/** Postgres stores no NUL; nobody types one either. */
export const withoutNul = (text: string) => text.replaceAll("\0", "");

/** Text that must be there after trimming. `required` and `long` are message keys. */
export const requiredText = (required: string, max: number, long = tooLong(max)) =>
  z
    .string({ error: required })
    .overwrite(withoutNul)
    .trim()
    .min(1, { error: required, abort: true })
    .max(max, long);

/** Text that may be missing; empty becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .overwrite(withoutNul)
    .trim()
    .max(max, tooLong(max))
    .nullish()
    .transform((text) => text || null);

/** An e-mail address by the spec's simple pattern, lower-cased: addresses are compared without case. */
export const emailAddress = z
  .string({ error: "email_required" })
  .overwrite(withoutNul)
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
export const receiptUrl = requiredText("receipt_url_required", 2000).refine(
  isWebAddress,
  "receipt_url_invalid",
);

/** Whether a text is an http(s) address; checked on save and again before it becomes a link. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
