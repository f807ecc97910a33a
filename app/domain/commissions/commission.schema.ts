import { z } from "zod";
import { boundedText, MAX_ENTRY_LENGTH, optionalText, recordId, requiredText, webAddress } from "../shared/fields";
import { withScheme } from "../shared/web-address";
import { uploadedFile } from "../files/uploaded-file.schema";
import { commissionKinds, MAX_AT_ONCE } from "./commission";

/** Form fields that name one commission. */
export const oneCommission = { kind: z.enum(commissionKinds, { error: "not_found" }), id: recordId };

/** Form that marks one commission paid. */
export const markPaidSchema = z
  .object(oneCommission)
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

/** Form fields of a list: the selected monthly payments and one-time deals, or all that match its filter. */
export const chosenCommissions = {
  payment_id: commissionIds,
  deal_id: commissionIds,
  all: z.literal("1").optional(),
};

type ChosenCommissions = z.output<z.ZodObject<typeof chosenCommissions>>;

/** Rejects a form that selects no commission. */
export function requireCommissions(input: ChosenCommissions, context: z.RefinementCtx): void {
  if (input.all || input.payment_id.length > 0 || input.deal_id.length > 0) return;
  context.addIssue({ code: "custom", path: ["payment_id"], message: "payments_required" });
}

export const toChosenCommissions = (input: ChosenCommissions) => ({
  payments: input.payment_id,
  deals: input.deal_id,
  all: input.all !== undefined,
});

/** Form that marks several due commissions paid. */
export const payPaymentsSchema = z
  .object({ ...chosenCommissions, receipt_url: optionalReceipt })
  .superRefine(requireCommissions)
  .transform((input) => ({ ...toChosenCommissions(input), receiptUrl: input.receipt_url }));

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
    ...oneCommission,
    receipt_url: optionalReceipt,
    receipt_file: uploadedFile.optional(),
  })
  .transform((input) => ({ kind: input.kind, id: input.id, receiptUrl: input.receipt_url }));

/** Form that marks a paid commission as not paid. */
export const reversePaymentSchema = z
  .object({
    ...oneCommission,
    batch_id: recordId.optional(),
    reason: requiredText("reason_required", 500),
  })
  .transform((input) => ({ kind: input.kind, id: input.id, batchId: input.batch_id ?? null, reason: input.reason }));
