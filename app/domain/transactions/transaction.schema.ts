import { z } from "zod";
import { receiptUrl, recordId, requiredText } from "../shared/fields";
import { transactionKinds } from "./transaction";

export const setReceiptSchema = z
  .object({ kind: z.enum(transactionKinds, { error: "not_found" }), id: recordId, receipt_url: receiptUrl })
  .transform((input) => ({ kind: input.kind, id: input.id, receiptUrl: input.receipt_url }));

/** The form that marks a paid commission as not paid. */
export const reversePaymentSchema = z
  .object({
    kind: z.enum(transactionKinds, { error: "not_found" }),
    id: recordId,
    batch_id: recordId.optional(),
    reason: requiredText("reason_required", 500),
  })
  .transform((input) => ({
    kind: input.kind,
    id: input.id,
    batchId: input.batch_id ?? null,
    reason: input.reason,
  }));
