import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RouteDialog } from "~/components/ui/route-dialog";
import type { Transaction } from "~/domain/commissions/commission";
import { useFormat } from "~/browser/use-format";

export type TransactionDialogProps = {
  transaction: Transaction;
  /** Key of the title in the texts of transactions; it names the company. */
  title: "receipt.title" | "reverse.title";
  closeTo: string;
  children: ReactNode;
};

/** A dialog about a transaction: shows which one. */
export function TransactionDialog({ transaction, title, closeTo, children }: TransactionDialogProps) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  const { kind, company, deal, period, amount, paidDate } = transaction;
  return (
    <RouteDialog
      title={t(title, { company })}
      description={t("receipt.of", {
        deal: kind === "payment" ? `${deal}, ${format.month(period)}` : deal,
        amount: format.money(amount),
        date: format.day(paidDate),
      })}
      closeTo={closeTo}
      size="sm"
    >
      {children}
    </RouteDialog>
  );
}
