import { useLocation } from "@remix-run/react";
import { FileSearch, Wallet } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ReceiptActions } from "~/components/receipts/receipt-actions";
import { ReceiptBadge } from "~/components/receipts/receipt-badge";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import type { Page } from "~/domain/shared/page";
import type { ReceiptFilter, Transaction } from "~/domain/transactions/list-transactions.server";
import type { TransactionKind } from "~/domain/transactions/transaction.schema";
import { useFormat } from "~/web/use-format";

type TransactionTableProps = {
  page: Page<Transaction>;
  tab: ReceiptFilter;
  kind: TransactionKind | null;
};

/** Everything paid, newest first. */
export function TransactionTable({ page, tab, kind }: TransactionTableProps) {
  const { t } = useTranslation("transactions");
  const { search } = useLocation();
  const format = useFormat();
  return (
    <div className="space-y-4">
      <Table
        caption={t("title")}
        rows={page.rows}
        rowKey={(row) => row.id}
        phoneActions="row"
        rowActions={(row) => (
          <ReceiptActions
            receiptUrl={row.receiptUrl}
            name={`${row.company}, ${row.deal}`}
            editTo={`/transactions/${row.kind}/${row.id}/receipt${search}`}
          />
        )}
        columns={[
          { id: "affiliate", header: t("affiliate"), cell: (row) => row.affiliate ?? "–", primary: true },
          { id: "company", header: t("company"), cell: (row) => row.company },
          { id: "deal", header: t("deal"), cell: (row) => <DealCell {...row} />, className: "md:min-w-36" },
          {
            id: "commission",
            header: t("commission"),
            cell: (row) => format.money(row.commission),
            align: "end",
          },
          {
            id: "payment_date",
            header: t("payment_date"),
            cell: (row) => format.day(row.paymentDate),
            align: "end",
          },
          { id: "receipt", header: t("receipt.label"), cell: (row) => <ReceiptBadge {...row} /> },
        ]}
        empty={<Empty filtered={tab !== "all" || kind !== null || search.includes("cursor=")} />}
      />
      <PageLinks page={page} />
    </div>
  );
}

function DealCell({ deal, kind, period }: Pick<Transaction, "deal" | "kind" | "period">) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  return (
    <>
      {deal}
      <span className="block text-xs text-muted">
        {period ? `${t(`mark.${kind}`)}, ${format.month(period)}` : t(`mark.${kind}`)}
      </span>
    </>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation(["transactions", "common"]);
  return filtered ? (
    <EmptyState
      icon={FileSearch}
      title={t("no_match.title")}
      action={
        <ButtonLink variant="secondary" to="/transactions" preventScrollReset>
          {t("common:clear_filters")}
        </ButtonLink>
      }
    >
      {t("no_match.text")}
    </EmptyState>
  ) : (
    <EmptyState
      icon={Wallet}
      title={t("empty.title")}
      action={<ButtonLink to="/commissions">{t("empty.action")}</ButtonLink>}
    >
      {t("empty.text")}
    </EmptyState>
  );
}
