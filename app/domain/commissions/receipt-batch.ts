import { z } from "zod";
import type { ErrorCode } from "../shared/errors";
import { boundedText, MAX_ENTRY_LENGTH, recordId } from "../shared/fields";
import { commissionKinds, MAX_AT_ONCE, type CommissionKind } from "./commission";
import { commissionIds, optionalReceipt } from "./commission.schema";
import { uploadedFile } from "../files/uploaded-file.schema";

// Receipts of several transactions (WORK-04).

/** Limit for the files of one action. */
export const MAX_RECEIPT_FILES = 100;

/** A transaction as a value of a form. */
export type TransactionKey = `${CommissionKind}:${string}`;

export const transactionKey = ({ kind, id }: { kind: CommissionKind; id: string }): TransactionKey => `${kind}:${id}`;

/** Value of the choice for a file that is the receipt of no transaction. */
export const NO_TRANSACTION = "none";

/** Why an action skips a transaction. */
export interface SkippedReceipt {
  /** Company and deal; null for a transaction that the organization does not have. */
  name: string | null;
  code: Extract<ErrorCode, "not_found" | "receipt_needs_payment" | "changed_meanwhile" | "file_not_found">;
}

/** Result of an action on the receipts of several transactions, each handled separately. */
export interface ReceiptBatch {
  done: number;
  /** Number of transactions that had this receipt before. */
  unchanged: number;
  skipped: SkippedReceipt[];
  /** Id for `undoReceipts`; null if nothing was done. */
  batchId: string | null;
}

/** A kind and an id, as {@link transactionKey} writes them. */
const key = boundedText(MAX_ENTRY_LENGTH, "not_found", "not_found").transform(
  (value, context): { kind: CommissionKind; id: string } => {
    const [kind, id] = value.split(":");
    const known = commissionKinds.find((one) => one === kind);
    if (known && recordId.safeParse(id).success) return { kind: known, id: id! };
    context.addIssue({ code: "custom", message: "not_found" });
    return z.NEVER;
  },
);

/**
 * Input of the form that assigns uploaded files to transactions: the files, and beside each its transaction or
 * {@link NO_TRANSACTION}.
 */
export const assignReceiptsSchema = z
  .object({
    file_id: z.array(recordId).max(MAX_RECEIPT_FILES, "not_found").default([]),
    transaction: z
      .array(z.union([z.literal(NO_TRANSACTION).transform(() => null), key], { error: "not_found" }))
      .max(MAX_RECEIPT_FILES, "not_found")
      .default([]),
  })
  .superRefine(({ file_id, transaction }, context) => {
    const fail = (message: string) => context.addIssue({ code: "custom", path: ["transaction"], message });
    const chosen = transaction.flatMap((one) => (one ? [transactionKey(one)] : []));
    if (file_id.length !== transaction.length) fail("not_found");
    else if (chosen.length === 0) fail("receipts_required");
    else if (new Set(chosen).size < chosen.length) fail("receipts_twice");
  })
  .transform(({ file_id, transaction }) =>
    transaction.flatMap((one, index) => (one ? [{ ...one, fileId: file_id[index]! }] : [])),
  );

/** Input of the form with one receipt for all transactions; they are chosen as in the form that pays. */
export const sharedReceiptSchema = z
  .object({
    payment_id: commissionIds,
    deal_id: commissionIds,
    receipt_url: optionalReceipt,
    receipt_file: uploadedFile.optional(),
  })
  .superRefine((input, context) => {
    const count = input.payment_id.length + input.deal_id.length;
    const fail = (message: string) => context.addIssue({ code: "custom", path: ["payment_id"], message });
    if (count === 0) fail("payments_required");
    if (count > MAX_AT_ONCE) fail(`too_many_transactions|${JSON.stringify({ max: MAX_AT_ONCE })}`);
  })
  .transform((input) => ({
    transactions: [
      ...input.payment_id.map((id) => ({ kind: "payment" as const, id })),
      ...input.deal_id.map((id) => ({ kind: "deal" as const, id })),
    ],
    receiptUrl: input.receipt_url,
  }));
