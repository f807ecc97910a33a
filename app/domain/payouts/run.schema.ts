import { z } from "zod";
import { MAX_CURRENCY_LENGTH } from "../shared/currency";
import { boundedText, MAX_ENTRY_LENGTH, optionalText, recordId, requiredDay, requiredText } from "../shared/fields";
import { MAX_HEADER_LENGTH } from "./wise-csv";

/** Limit for the payouts of a run. */
export const MAX_PAYOUTS = 2_000;

const version = boundedText(MAX_ENTRY_LENGTH, "run_changed", "run_changed");

/** Form that creates a draft. */
export const createRunSchema = z
  .object({
    currency: boundedText(MAX_CURRENCY_LENGTH, "run_empty"),
    until: requiredDay("date_invalid"),
    affiliate_id: z
      .array(recordId)
      .max(MAX_PAYOUTS, `run_too_large|${JSON.stringify({ max: MAX_PAYOUTS })}`)
      .default([]),
    note: optionalText(500),
    covers_all: z.literal("yes").optional(),
    version,
  })
  .transform(({ affiliate_id, covers_all, ...input }) => {
    return { ...input, affiliateIds: affiliate_id, coversAll: covers_all === "yes" };
  });

/** Form that asks for the details that a run lacks. */
export const askSchema = z.object({
  currency: boundedText(MAX_CURRENCY_LENGTH, "run_empty"),
  until: requiredDay("date_invalid"),
});

/** Form that takes an affiliate out of a draft. */
export const leaveOutSchema = z.object({ affiliate_id: recordId }).transform((input) => input.affiliate_id);

/** Form that approves a draft. */
export const approveRunSchema = z.object({ version }).transform((input) => input.version);

/** Form that marks payouts paid: one, or all that are open. */
export const payRunSchema = z
  .object({ paid_on: requiredDay("payout_day_required"), payout_id: recordId.optional() })
  .transform((input) => ({ paidOn: input.paid_on, payoutIds: input.payout_id ? [input.payout_id] : null }));

/** Form that takes back an approved run. */
export const voidRunSchema = z.object({ reason: optionalText(500) }).transform((input) => input.reason);

/** Form that downloads a stored bank file. */
export const loadBankFileSchema = z.object({ file_id: recordId }).transform((input) => input.file_id);

/** Files with the open payouts of a run, beside the bank file. */
export const payoutFileFormats = ["csv", "paypal", "wise"] as const;

/** Form that downloads one of them. */
export const loadPayoutsSchema = z
  .object({ format: z.enum(payoutFileFormats, { error: "not_found" }) })
  .transform((input) => input.format);

/** Form that cancels a payout. */
export const cancelPayoutSchema = z
  .object({ reason: requiredText("cancel_reason_required", 500) })
  .transform((input) => input.reason);

/** Form that opens a returned payout again. */
export const payAgainSchema = z.object({ payout_id: recordId }).transform((input) => input.payout_id);
/** Form that stores the first line of a template of Wise. An uploaded file takes its place. */
export const wiseTemplateSchema = z
  .object({ titles: boundedText(MAX_HEADER_LENGTH).optional(), file: z.unknown().optional() })
  .transform(({ titles }) => titles?.trim());

/** Form that records that the bank has returned a payout. */
export const returnPayoutSchema = z
  .object({ reason: requiredText("return_reason_required", 200) })
  .transform((input) => input.reason);
