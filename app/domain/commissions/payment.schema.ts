import { z } from "zod";
import { optionalText, recordId, webAddress } from "../shared/fields";
import { MOST_AT_ONCE } from "./payment";

/** The button that marks a monthly payment paid. */
export const markPaymentPaidSchema = z
  .object({ payment_id: recordId })
  .transform((input) => input.payment_id);

const recordIds = z
  .array(recordId)
  .max(MOST_AT_ONCE, `too_many_payments|${JSON.stringify({ max: MOST_AT_ONCE })}`)
  .default([]);

/** The form that marks several due commissions paid: those chosen, or all that are due to an affiliate. */
export const payPaymentsSchema = z
  .object({
    payment_id: recordIds,
    /** One-time deals. */
    deal_id: recordIds,
    /** The affiliate everything is paid of, and how many commissions that is. */
    all_due_of: recordId.optional(),
    all_due_count: z.number("payments_changed").int("payments_changed").optional(),
    receipt_url: optionalText(2000).superRefine(webAddress),
  })
  .superRefine((input, context) => {
    if (input.payment_id.length > 0 || input.deal_id.length > 0 || input.all_due_of) return;
    context.addIssue({ code: "custom", path: ["payment_id"], message: "payments_required" });
  })
  .transform((input) => ({
    payments: input.payment_id,
    deals: input.deal_id,
    all: input.all_due_of ? { affiliateId: input.all_due_of, expected: input.all_due_count ?? 0 } : null,
    receiptUrl: input.receipt_url,
  }));

/** The button that undoes what was just paid. */
export const undoPaymentSchema = z.object({ batch_id: recordId }).transform((input) => input.batch_id);
