import { useTranslation } from "react-i18next";
import { CommissionCell } from "~/components/payments/commission-cell";
import { ReverseLink } from "~/components/payments/reverse-link";
import { ReceiptActions } from "~/components/receipts/receipt-actions";
import { ReceiptBadge } from "~/components/receipts/receipt-badge";
import { NameLink } from "~/components/ui/name-link";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import { useSort } from "~/components/ui/use-sort";
import type { Order } from "~/domain/shared/order";
import type { Page } from "~/domain/shared/page";
import type { Transaction } from "~/domain/transactions/transaction";
import { affiliatePath, dealPath, wonLeadPath } from "~/web/thing-paths";
import { useFormat } from "~/web/use-format";
import { NoTransactions, type NoTransactionsProps } from "./no-transactions";

type TransactionTableProps = NoTransactionsProps & {
  page: Page<Transaction>;
  /** How many transactions all pages have. */
  count: number;
  order: Order<"payment_date">;
};

/** Everything paid, newest first unless sorted otherwise. */
export function TransactionTable({ page, count, order, why }: TransactionTableProps) {
  const { t } = useTranslation("transactions");
  const { search } = useAddress();
  const format = useFormat();
  const sort = useSort(order, "/transactions");
  return (
    <div className="space-y-4">
      <Table
        caption={t("title")}
        rows={page.rows}
        rowKey={(row) => row.id}
        fit="many"
        cardActions="row"
        rowActions={(row) => {
          const name = `${row.company}, ${row.deal}`;
          const path = `/transactions/${row.kind}/${row.id}`;
          return (
            <>
              <ReceiptActions receiptUrl={row.receiptUrl} name={name} editTo={`${path}/receipt${search}`} />
              <ReverseLink name={name} to={`${path}/reverse${search}`} />
            </>
          );
        }}
        columns={[
          {
            id: "affiliate",
            header: t("affiliate"),
            cell: (row) => (
              <NameLink to={row.affiliateId && affiliatePath(row.affiliateId)}>
                {row.affiliate ?? "–"}
              </NameLink>
            ),
            primary: true,
          },
          {
            id: "company",
            header: t("company"),
            cell: (row) => <NameLink to={wonLeadPath(row.leadId)}>{row.company}</NameLink>,
            className: "cells:min-w-36",
          },
          {
            id: "deal",
            header: t("deal"),
            cell: (row) => <DealCell {...row} />,
            className: "cells:min-w-46 hyphenated",
          },
          {
            id: "commission",
            header: t("commission"),
            cell: ({ commission, trace, deal }) => (
              <CommissionCell amount={commission} trace={trace} deal={deal} />
            ),
            align: "end",
          },
          {
            id: "payment_date",
            header: t("payment_date"),
            cell: (row) => format.day(row.paymentDate),
            align: "end",
            sort: sort("payment_date", "desc"),
          },
          { id: "receipt", header: t("receipt.label"), cell: (row) => <ReceiptBadge {...row} /> },
        ]}
        empty={<NoTransactions why={why} />}
      />
      <PageLinks page={page} total={{ count }} path="/transactions" />
    </div>
  );
}

function DealCell({ deal, dealId, kind, period }: Pick<Transaction, "deal" | "dealId" | "kind" | "period">) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  return (
    <>
      <NameLink to={dealPath(dealId)}>{deal}</NameLink>
      <span className="sr-only">, </span>
      <span className="block text-xs text-muted">
        {period ? `${t(`mark.${kind}`)}, ${format.month(period)}` : t(`mark.${kind}`)}
      </span>
    </>
  );
}
