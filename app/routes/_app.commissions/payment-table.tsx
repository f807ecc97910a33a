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

type Tab = PaymentState | "all";

type PaymentTableProps = {
  page: Page<PaymentView>;
  tab: Tab;
  /** There is no payment at all, on no tab. */
  empty: boolean;
};

/** The monthly payments of a tab. */
export function PaymentTable({ page, tab, empty }: PaymentTableProps) {
  const { t } = useTranslation("commissions");
  const { search } = useLocation();
  const format = useFormat();
  const columns = useColumns(tab);
  const actions = (row: PaymentView) => {
    const name = `${row.company}, ${format.month(row.period)}`;
    if (row.state === "due") return <MarkPaidButton paymentId={row.id} name={name} compact={tab === "all"} />;
    if (row.state === "planned") return null;
    const editTo = `/commissions/${row.id}/receipt${search}`;
    return <ReceiptActions receiptUrl={row.receiptUrl} name={name} editTo={editTo} />;
  };
  return (
    <div className="space-y-4">
      <Table
        caption={t("title")}
        rows={page.rows}
        rowKey={(row) => row.id}
        phoneActions="row"
        rowActions={tab === "planned" ? undefined : actions}
        columns={columns}
        empty={<NoPayments tab={empty ? null : tab} />}
      />
      <PageLinks page={page} />
    </div>
  );
}

/** Only what differs within the tab: nothing due has a paid date, nothing paid another status. */
function useColumns(tab: Tab): TableColumn<PaymentView>[] {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  const status: TableColumn<PaymentView> = {
    id: "status",
    header: t("status"),
    cell: (row) => <PaymentStatus {...row} />,
  };
  const paidDate: TableColumn<PaymentView> = {
    id: "paid_date",
    header: t("paid_date"),
    cell: (row) => row.paidDate && format.day(row.paidDate),
    align: "end",
  };
  const receipt: TableColumn<PaymentView> = {
    id: "receipt",
    header: t("receipt"),
    cell: (row) => (row.state === "paid" ? <ReceiptBadge {...row} /> : "–"),
  };
  const ofTab = {
    due: [status],
    planned: [status],
    paid: [paidDate, receipt],
    all: [status, receipt],
  };
  return [
    { id: "affiliate", header: t("affiliate"), cell: (row) => row.affiliate, primary: true },
    { id: "company", header: t("company_deal"), cell: (row) => <CompanyCell {...row} /> },
    { id: "period", header: t("period"), cell: (row) => format.month(row.period) },
    { id: "amount", header: t("amount"), cell: (row) => format.money(row.amount), align: "end" },
    ...ofTab[tab],
  ];
}

/** Two columns of words in one: side by side they would not leave room for the button. */
function CompanyCell({ company, deal }: Pick<PaymentView, "company" | "deal">) {
  return (
    <>
      {company}
      <span className="sr-only">, </span>
      <span className="block text-xs text-muted">{deal}</span>
    </>
  );
}
