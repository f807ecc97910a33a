import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ReverseLink } from "~/components/payments/reverse-link";
import { ReceiptActions } from "~/components/receipts/receipt-actions";
import { PageLinks } from "~/components/ui/page-links";
import { Table, type TableColumn } from "~/components/ui/table";
import type { PaymentTab, PaymentView } from "~/domain/commissions/payment";
import type { Page } from "~/domain/shared/page";
import { useFormat } from "~/web/use-format";
import { MarkPaidButton } from "./mark-paid-button";

type PaymentTableProps = {
  page: Page<PaymentView>;
  tab: PaymentTab;
  columns: readonly TableColumn<PaymentView>[];
};

/** The monthly payments of a tab where nothing is chosen: planned, paid, all. */
export function PaymentTable({ page, tab, columns }: PaymentTableProps) {
  const { t } = useTranslation("commissions");
  const { search } = useLocation();
  const format = useFormat();
  const actions = (row: PaymentView) => {
    const name = `${row.company}, ${format.month(row.period)}`;
    if (row.state === "due") return <MarkPaidButton paymentId={row.id} name={name} compact />;
    if (row.state === "planned") return null;
    const editTo = `/commissions/${row.id}/receipt${search}`;
    return (
      <>
        <ReceiptActions receiptUrl={row.receiptUrl} name={name} editTo={editTo} />
        <ReverseLink name={name} to={`/commissions/${row.id}/reverse${search}`} />
      </>
    );
  };
  return (
    <div className="space-y-4">
      <Table
        caption={t("title")}
        rows={page.rows}
        rowKey={(row) => row.id}
        fit="many"
        cardActions="row"
        rowActions={tab === "planned" ? undefined : actions}
        columns={columns}
      />
      <PageLinks page={page} path="/commissions" />
    </div>
  );
}
