import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RouteDialog } from "~/components/ui/route-dialog";
import type { Transaction } from "~/domain/transactions/transaction";
import { useFormat } from "~/browser/use-format";

export type TransactionDialogProps = {
  transaction: Transaction;
  /** Key of the title in the texts of transactions; it names the company. */
  title: "receipt.title" | "reverse.title";
  closeTo: string;
  children: ReactNode;
};

/** A dialog about something paid: says which payment it is about. */
export function TransactionDialog({ transaction, title, closeTo, children }: TransactionDialogProps) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  const { company, deal, period, commission, paymentDate } = transaction;
  return (
    <RouteDialog
      title={t(title, { company })}
      description={t("receipt.of", {
        deal: period ? `${deal}, ${format.month(period)}` : deal,
        amount: format.money(commission),
        date: format.day(paymentDate),
      })}
      closeTo={closeTo}
      size="sm"
    >
      {children}
    </RouteDialog>
  );
}
