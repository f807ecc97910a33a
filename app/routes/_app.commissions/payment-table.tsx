import { useTranslation } from "react-i18next";
import { ReverseLink } from "~/components/payments/reverse-link";
import { ReceiptActions } from "~/components/receipts/receipt-actions";
import { RowUndo } from "~/components/toast/row-undo";
import { PageLinks } from "~/components/ui/page-links";
import { RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import type { TableColumn } from "~/components/ui/table-column";
import { useAddress } from "~/components/ui/use-address";
import { isPayable, type PaymentTab, type Commission } from "~/domain/commissions/commission";
import type { Page } from "~/domain/shared/page";
import { CustomerPaymentLink } from "./due-table";
import { MarkPaidButton, MarkPaidForms } from "./mark-paid-button";
import { usePaymentName } from "./use-payment-name";
import { paths } from "~/paths/paths";

const waits = ({ dueWhen }: Commission) => dueWhen === "customer_paid";

type PaymentTableProps = {
  page: Page<Commission>;
  /** Number of payments on all pages. */
  count: number;
  tab: PaymentTab;
  columns: readonly TableColumn<Commission>[];
};

/** The payments of a tab without selection: planned, paid, all. */
export function PaymentTable({ page, count, tab, columns }: PaymentTableProps) {
  const { t } = useTranslation(["commissions", "common"]);
  const { search } = useAddress();
  const nameOf = usePaymentName();
  const actions = (row: Commission) => {
    const name = nameOf(row);
    const shown = actionsOf(row, name);
    return (
      <>
        {row.state === "paid" && <RowUndo id={row.id} name={name} />}
        {shown && (
          <RowActions id={row.id} label={t("common:actions_of", { name })}>
            {shown}
          </RowActions>
        )}
      </>
    );
  };
  const actionsOf = (row: Commission, name: string) => {
    if (isPayable(row)) return <MarkPaidButton payment={row} name={name} />;
    if (row.state === "due") return null;
    if (row.state !== "paid") {
      return row.dueWhen === "customer_paid" ? <CustomerPaymentLink payment={row} name={name} /> : null;
    }
    const editTo = paths.commissionDialog(row, "receipt", search);
    return (
      <>
        <ReceiptActions receiptUrl={row.receiptUrl} name={name} editTo={editTo} />
        {row.payoutId === null && <ReverseLink name={name} to={paths.commissionDialog(row, "reverse", search)} />}
      </>
    );
  };
  return (
    <div className="space-y-4">
      <MarkPaidForms rows={page.rows} />
      <Table
        name="commissions"
        caption={t("title")}
        rows={page.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.deal(row.dealId)}
        fit="many"
        isMain
        rowActions={tab === "planned" && !page.rows.some(waits) ? undefined : actions}
        columns={columns}
      />
      <PageLinks page={page} total={{ count }} path={paths.commissions()} />
    </div>
  );
}
