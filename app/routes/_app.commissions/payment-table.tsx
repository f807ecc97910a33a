import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ReceiptActions } from "~/components/receipts/receipt-actions";
import { ReceiptBadge } from "~/components/receipts/receipt-badge";
import { PageLinks } from "~/components/ui/page-links";
import { Table, type TableColumn } from "~/components/ui/table";
import type { PaymentState, PaymentView } from "~/domain/commissions/payment";
import type { Page } from "~/domain/shared/page";
import { useFormat } from "~/web/use-format";
import { MarkPaidButton } from "./mark-paid-button";
import { NoPayments } from "./no-payments";
import { PaymentStatus } from "./payment-status";

type PaymentTableProps = {
  page: Page<PaymentView>;
  tab: PaymentState | "all";
  /** There is no payment at all, on no tab. */
  empty: boolean;
};

/** The monthly payments of a tab. */
export function PaymentTable({ page, tab, empty }: PaymentTableProps) {
  const { t } = useTranslation("commissions");
  const { search } = useLocation();
  const format = useFormat();
  const paidColumns: TableColumn<PaymentView>[] = [
    {
      id: "paid_date",
      header: t("paid_date"),
      cell: (row) => (row.paidDate ? format.day(row.paidDate) : "–"),
      align: "end",
    },
    {
      id: "receipt",
      header: t("receipt"),
      cell: (row) => (row.state === "paid" ? <ReceiptBadge {...row} /> : "–"),
    },
  ];
  return (
    <div className="space-y-4">
      <Table
        caption={t("title")}
        rows={page.rows}
        rowKey={(row) => row.id}
        phoneActions="row"
        rowActions={(row) => {
          const name = `${row.company}, ${format.month(row.period)}`;
          if (row.state === "due") return <MarkPaidButton paymentId={row.id} name={name} />;
          if (row.state === "planned") return null;
          return (
            <ReceiptActions
              receiptUrl={row.receiptUrl}
              name={name}
              editTo={`/commissions/${row.id}/receipt${search}`}
            />
          );
        }}
        columns={[
          { id: "affiliate", header: t("affiliate"), cell: (row) => row.affiliate, primary: true },
          { id: "company", header: t("company"), cell: (row) => row.company },
          { id: "deal", header: t("deal"), cell: (row) => row.deal },
          { id: "period", header: t("period"), cell: (row) => format.month(row.period) },
          { id: "amount", header: t("amount"), cell: (row) => format.money(row.amount), align: "end" },
          { id: "status", header: t("status"), cell: (row) => <PaymentStatus {...row} /> },
          // Nothing of this can be there before a payment is paid.
          ...(tab === "due" || tab === "planned" ? [] : paidColumns),
        ]}
        empty={<NoPayments tab={empty ? null : tab} />}
      />
      <PageLinks next={page.next} />
    </div>
  );
}
