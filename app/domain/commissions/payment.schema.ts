import { z } from "zod";
import { boundedText, LONGEST_ENTRY, optionalText, recordId, webAddress } from "../shared/fields";
import { withScheme } from "../shared/web-address";
import { transactionKinds } from "../transactions/transaction";
import { MOST_AT_ONCE } from "./payment";

/** The button that marks one commission paid. */
export const markPaidSchema = z
  .object({ kind: z.enum(transactionKinds, { error: "not_found" }), id: recordId })
  .transform(({ kind, id }) => (kind === "deal" ? { deals: [id] } : { payments: [id] }));

/** Ids of commissions that are paid in one go. */
export const commissionIds = z
  .array(recordId)
  .max(MOST_AT_ONCE, `too_many_payments|${JSON.stringify({ max: MOST_AT_ONCE })}`)
  .default([]);

/** One receipt for all of them, or none. */
export const optionalReceipt = optionalText(2000)
  .overwrite((text) => text && withScheme(text))
  .superRefine(webAddress);

/** The form that marks several due commissions paid. */
export const payPaymentsSchema = z
  .object({
    payment_id: commissionIds,
    /** One-time deals. */
    deal_id: commissionIds,
    receipt_url: optionalReceipt,
  })
  .superRefine((input, context) => {
    if (input.payment_id.length > 0 || input.deal_id.length > 0) return;
    context.addIssue({ code: "custom", path: ["payment_id"], message: "payments_required" });
  })
  .transform((input) => ({
    payments: input.payment_id,
    deals: input.deal_id,
    receiptUrl: input.receipt_url,
  }));

/** The button that undoes what was just paid. */
export const undoPaymentSchema = z.object({ batch_id: recordId }).transform((input) => input.batch_id);

/** The form that marks all due commissions paid. `version` stands for the count and the sums it has shown. */
export const payAllDueSchema = z
  .object({
    version: boundedText(LONGEST_ENTRY, "payments_changed", "payments_changed"),
    receipt_url: optionalReceipt,
  })
  .transform((input) => ({ version: input.version, receiptUrl: input.receipt_url }));
