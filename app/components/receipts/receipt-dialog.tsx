import type { SubmissionResult } from "@conform-to/react";
import { TransactionDialog } from "~/components/payments/transaction-dialog";
import type { Transaction } from "~/domain/commissions/commission";
import { ReceiptForm } from "./receipt-form";

export type ReceiptDialogProps = {
  transaction: Transaction;
  closeTo: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Adds the receipt of a transaction or replaces it. */
export function ReceiptDialog({ transaction, closeTo, lastResult }: ReceiptDialogProps) {
  const { kind, id, receiptUrl } = transaction;
  return (
    <TransactionDialog title="receipt.title" transaction={transaction} closeTo={closeTo}>
      <ReceiptForm kind={kind} id={id} receiptUrl={receiptUrl} lastResult={lastResult} closeTo={closeTo} />
    </TransactionDialog>
  );
}
