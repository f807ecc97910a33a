import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { EmptyState } from "~/components/ui/empty-state";
import { NameLink } from "~/components/ui/name-link";
import { Table } from "~/components/ui/table";
import type { PlannedEntry } from "~/domain/documents/datev-plan";
import { paths } from "~/paths/paths";
import "~/components/payouts/payout-texts";

type BookingTableProps = {
  entries: readonly PlannedEntry[];
  /** Bookings that are only in the file. */
  more: number;
};

/** The bookings as the file will have them. */
export function BookingTable({ entries, more }: BookingTableProps) {
  const { t } = useTranslation("datev");
  const format = useFormat();
  const rows = entries.map((entry, index) => ({ ...entry, index }));
  const columns = [
    {
      id: "document",
      header: t("column.document"),
      primary: true,
      className: "cells:min-w-48",
      cell: ({ payoutId, number, kind, name }: PlannedEntry) => (
        <>
          <NameLink to={paths.statement(payoutId)}>{number}</NameLink>
          <span className="block text-xs font-normal text-muted wrap-anywhere">{`${t(`kinds.${kind}`)}, ${name}`}</span>
        </>
      ),
    },
    {
      id: "day",
      header: t("column.day"),
      className: "cells:whitespace-nowrap",
      cell: (entry: PlannedEntry) => format.day(entry.day),
    },
    { id: "account", header: t("column.account"), labelled: true, cell: ({ account }: PlannedEntry) => account || "–" },
    {
      id: "contra",
      header: t("column.contra"),
      labelled: true,
      cell: ({ contraAccount }: PlannedEntry) => contraAccount || "–",
    },
    { id: "key", header: t("column.key"), labelled: true, cell: ({ key }: PlannedEntry) => key ?? "–" },
    {
      id: "side",
      header: t("column.side"),
      cell: ({ amount }: PlannedEntry) => t(amount > 0 ? "side.debit" : "side.credit"),
    },
    {
      id: "amount",
      header: t("column.amount"),
      align: "end" as const,
      cell: ({ amount }: PlannedEntry) => format.money({ amount: Math.abs(amount), currency: "EUR" }),
    },
  ];
  return (
    <div className="space-y-3">
      <Table
        caption={t("bookings")}
        rows={rows}
        rowKey={({ index }) => String(index)}
        columns={columns}
        fit="many"
        empty={
          <EmptyState icon="wallet" title={t("none")}>
            {t("none_text")}
          </EmptyState>
        }
      />
      {more > 0 && <p className="text-muted">{t("more", { count: more })}</p>}
    </div>
  );
}
