import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { CommissionCell } from "~/components/payments/commission-cell";
import { ReverseLink } from "~/components/payments/reverse-link";
import { ReceiptActions } from "~/components/receipts/receipt-actions";
import { ReceiptBadge } from "~/components/receipts/receipt-badge";
import { besideBar } from "~/components/selection/selection-line";
import { useSelection } from "~/components/selection/use-selection";
import { useFlash } from "~/components/toast/flash-context";
import { RowUndo } from "~/components/toast/row-undo";
import { NameLink } from "~/components/ui/name-link";
import { PageLinks } from "~/components/ui/page-links";
import { RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import { useSort } from "~/components/ui/use-sort";
import type { Order } from "~/domain/shared/order";
import type { Page } from "~/domain/shared/page";
import type { Transaction } from "~/domain/commissions/commission";
import { useFormat } from "~/browser/use-format";
import { BATCH_FORM, BatchBar } from "./batch-bar";
import { NoTransactions, type NoTransactionsProps } from "./no-transactions";
import { transactionParams } from "~/paths/transaction-choice";
import { paths } from "~/paths/paths";

type TransactionTableProps = NoTransactionsProps & {
  page: Page<Transaction>;
  /** Number of transactions on all pages. */
  count: number;
  order: Order<"payment_date">;
};

/** All transactions, newest first unless sorted otherwise. */
export function TransactionTable({ page, count, order, why }: TransactionTableProps) {
  const { t } = useTranslation(["transactions", "batches", "common"]);
  const { search } = useAddress();
  // The address of the dialog contains the ids selected for it.
  const sent = transactionParams(new URLSearchParams(useLocation().search)).ids;
  const selection = useSelection(page.rows, sent, useFlash()?.id);
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const sort = useSort(order, paths.transactions());
  return (
    <div className="group/list space-y-2">
      {/* The bar at the bottom must not cover the focused element. */}
      <div className={besideBar}>
        <Table
          name="transactions"
          caption={t("title")}
          rows={page.rows}
          rowKey={(row) => row.id}
          rowHref={(row) => paths.deal(row.dealId)}
          fit="many"
          isMain
          choice={{
            selection,
            form: BATCH_FORM,
            label: t("batches:receipts.select"),
            pageLabel: t("batches:receipts.page"),
            boxOf: (row) => ({
              name: row.kind === "deal" ? "deal_id" : "payment_id",
              value: row.id,
              of: `${affiliateName(row.affiliateId, row.affiliate) ?? "–"}, ${row.company}, ${row.deal}`,
            }),
          }}
          rowActions={(row) => {
            const name = `${row.company}, ${row.deal}`;
            const pathOf = (dialog: "receipt" | "reverse") => paths.transactionDialog(row, dialog, search);
            return (
              <>
                <RowUndo id={row.id} name={name} />
                <RowActions id={row.id} label={t("common:actions_of", { name })}>
                  <ReceiptActions receiptUrl={row.receiptUrl} name={name} editTo={pathOf("receipt")} />
                  <ReverseLink name={name} to={pathOf("reverse")} />
                </RowActions>
              </>
            );
          }}
          columns={[
            {
              id: "affiliate",
              header: t("affiliate"),
              cell: (row) => (
                <NameLink to={row.affiliateId && paths.affiliate(row.affiliateId)}>
                  {affiliateName(row.affiliateId, row.affiliate) ?? "–"}
                </NameLink>
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
              below: (row) => <DealKind {...row} />,
              carriesLink: true,
              className: "fill long cells:w-1/3",
            },
            {
              id: "commission",
              header: t("commission"),
              cell: (row) => <CommissionCell {...row} />,
              align: "end",
            },
            {
              id: "payment_date",
              header: t("payment_date"),
              cell: (row) => format.day(row.paidDate),
              align: "end",
              sort: sort("payment_date", "desc"),
            },
            { id: "receipt", header: t("receipt.label"), hideOn: "cards", cell: (row) => <ReceiptBadge {...row} /> },
          ]}
          empty={<NoTransactions why={why} />}
        />
      </div>
      {page.rows.length > 0 && <BatchBar selection={selection} total={count} />}
      <PageLinks page={page} total={{ count }} path={paths.transactions()} />
    </div>
  );
}

function DealKind({ kind, period }: Pick<Transaction, "kind" | "period">) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  return (
    <>
      <span className="sr-only">, </span>
      <span className="block truncate text-xs text-muted">
        {kind === "payment" ? `${t(`mark.${kind}`)}, ${format.month(period)}` : t(`mark.${kind}`)}
      </span>
    </>
  );
}
