import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { CommissionCell } from "~/components/payments/commission-cell";
import { ReceiptBadge } from "~/components/receipts/receipt-badge";
import { NameLink } from "~/components/ui/name-link";
import type { TableColumn } from "~/components/ui/table-column";
import { useSort } from "~/components/ui/use-sort";
import { paymentSorts, type PaymentOrder, type PaymentTab, type Commission } from "~/domain/commissions/commission";
import { useFormat } from "~/browser/use-format";
import { PaymentStatus } from "~/components/payments/payment-status";
import { paths } from "~/paths/paths";

/** Returns the columns of a tab (COM-01). Columns that are empty for unpaid payments are left out of the cards. */
export function usePaymentColumns(
  tab: PaymentTab,
  order: PaymentOrder,
  /** True if the list is filtered by a period. */
  narrowed: boolean,
): TableColumn<Commission>[] {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const sort = useSort(order, paths.commissions());
  const sorts = paymentSorts(tab, narrowed);
  const isUnpaid = tab === "due" || tab === "waiting" || tab === "planned";
  const onceOnPaid = isUnpaid ? ({ hideOn: "cards" } as const) : {};
  return [
    {
      id: "affiliate",
      header: t("affiliate"),
      cell: (row) =>
        row.affiliateId ? (
          <NameLink to={paths.affiliate(row.affiliateId)}>{affiliateName(row.affiliateId, row.affiliate)}</NameLink>
        ) : (
          "–"
        ),
      primary: true,
      className: "fill",
    },
    {
      id: "company",
      header: t("company"),
      cell: (row) => <NameLink to={paths.wonLead(row.leadId)}>{row.company}</NameLink>,
      className: "fill cells:w-2/5",
    },
    {
      id: "deal",
      header: t("deal"),
      cell: (row) => row.deal,
      carriesLink: true,
      className: "fill",
      tuckUnder: "company",
    },
    {
      id: "period",
      header: t("period"),
      // Room for most months in one line; what is longer leaves its room to the names.
      className: "cells:min-w-32",
      cell: (row) => <Period {...row} />,
      ...(sorts.includes("period") && { sort: sort("period", "desc") }),
    },
    {
      id: "amount",
      header: t("amount"),
      cell: (row) => <CommissionCell {...row} />,
      align: "end",
    },
    {
      id: "status",
      header: t("status"),
      className: "cells:whitespace-nowrap",
      cell: (row) => <PaymentStatus {...row} />,
    },
    {
      id: "paid_date",
      header: t("paid_date"),
      cell: (row) => (row.paidDate ? format.day(row.paidDate) : "–"),
      align: "end",
      ...(sorts.includes("paid_date") && { sort: sort("paid_date", "desc") }),
      ...onceOnPaid,
    },
    {
      id: "receipt",
      header: t("receipt"),
      cell: (row) => (row.state === "paid" ? <ReceiptBadge {...row} /> : "–"),
      className: "cells:min-w-0",
      ...onceOnPaid,
    },
  ];
}

/** The month of a monthly payment; the deal's close date of a one-off commission, marked as such. */
function Period({ kind, period }: Pick<Commission, "kind" | "period">) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  if (kind === "payment") return format.month(period);
  return (
    <>
      <span className="whitespace-nowrap tabular-nums">{format.day(period)}</span>
      <span className="sr-only">, </span>
      <span className="block text-xs text-muted">{t("mark.deal")}</span>
    </>
  );
}
