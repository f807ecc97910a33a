import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { RouteDialog } from "~/components/ui/route-dialog";
import type { Transaction } from "~/domain/transactions/transaction";
import { useFormat } from "~/web/use-format";
import { ReceiptForm } from "./receipt-form";

export type ReceiptDialogProps = {
  transaction: Transaction;
  closeTo: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Adds the receipt of a transaction or replaces it; says which payment it belongs to. */
export function ReceiptDialog({ transaction, closeTo, lastResult }: ReceiptDialogProps) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  const { kind, id, company, deal, period, commission, paymentDate, receiptUrl } = transaction;
  return (
    <RouteDialog
      title={t("receipt.title", { company })}
      description={t("receipt.of", {
        deal: period ? `${deal}, ${format.month(period)}` : deal,
        amount: format.money(commission),
        date: format.day(paymentDate),
      })}
      closeTo={closeTo}
      size="sm"
    >
      <ReceiptForm {...{ kind, id, receiptUrl, lastResult, closeTo }} />
    </RouteDialog>
  );
}
