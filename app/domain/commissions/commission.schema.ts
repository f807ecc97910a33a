import { z } from "zod";
import { boundedText, MAX_ENTRY_LENGTH, optionalText, recordId, requiredText, webAddress } from "../shared/fields";
import { withScheme } from "../shared/web-address";
import { uploadedFile } from "../files/uploaded-file.schema";
import { commissionKinds, MAX_AT_ONCE } from "./commission";

/** Form that marks one commission paid. */
export const markPaidSchema = z
  .object({ kind: z.enum(commissionKinds, { error: "not_found" }), id: recordId })
  .transform(({ kind, id }) => (kind === "deal" ? { deals: [id] } : { payments: [id] }));

/** Ids of commissions that are paid together. */
export const commissionIds = z
  .array(recordId)
  .max(MAX_AT_ONCE, `too_many_payments|${JSON.stringify({ max: MAX_AT_ONCE })}`)
  .default([]);

/** One receipt for all of them, or none. */
export const optionalReceipt = optionalText(2000)
  .overwrite((text) => text && withScheme(text))
  .superRefine(webAddress);

/** Of a list: all commissions that match its filter, instead of the selected ones. */
export const allMatching = z.literal("1").optional();

/** Form that marks several due commissions paid. */
export const payPaymentsSchema = z
  .object({
    payment_id: commissionIds,
    /** Ids of one-time deals. */
    deal_id: commissionIds,
    all: allMatching,
  })
  .superRefine((input, context) => {
    if (input.all || input.payment_id.length > 0 || input.deal_id.length > 0) return;
    context.addIssue({ code: "custom", path: ["payment_id"], message: "payments_required" });
  })
  .transform((input) => ({
    payments: input.payment_id,
    deals: input.deal_id,
    all: input.all !== undefined,
  }));

/** Form that marks all due commissions paid. `version` identifies the shown count and sums. */
export const payAllDueSchema = z
  .object({
    version: boundedText(MAX_ENTRY_LENGTH, "payments_changed", "payments_changed"),
    receipt_url: optionalReceipt,
    receipt_file: uploadedFile.optional(),
  })
  .transform((input) => ({ version: input.version, receiptUrl: input.receipt_url }));

/** Form that stores the receipt of a paid commission. */
export const setReceiptSchema = z
  .object({
    kind: z.enum(commissionKinds, { error: "not_found" }),
    id: recordId,
    receipt_url: optionalReceipt,
    receipt_file: uploadedFile.optional(),
  })
  .transform((input) => ({ kind: input.kind, id: input.id, receiptUrl: input.receipt_url }));

/** Form that marks a paid commission as not paid. */
export const reversePaymentSchema = z
  .object({
    kind: z.enum(commissionKinds, { error: "not_found" }),
    id: recordId,
    batch_id: recordId.optional(),
    reason: requiredText("reason_required", 500),
  })
  .transform((input) => ({ kind: input.kind, id: input.id, batchId: input.batch_id ?? null, reason: input.reason }));
