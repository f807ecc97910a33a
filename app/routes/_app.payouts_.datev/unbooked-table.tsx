import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { NameLink } from "~/components/ui/name-link";
import { Table } from "~/components/ui/table";
import type { UnbookedPayout } from "~/domain/documents/datev-plan";
import { paths } from "~/paths/paths";
import "~/components/payouts/payout-texts";

/** What the tax adviser has to book by hand, with the reason. */
export function UnbookedTable({ rows }: { rows: readonly UnbookedPayout[] }) {
  const { t } = useTranslation("datev");
  const format = useFormat();
  const columns = [
    {
      id: "document",
      header: t("column.document"),
      primary: true,
      className: "cells:min-w-40",
      cell: ({ payoutId, number, name }: UnbookedPayout) => (
        <>
          <NameLink to={paths.statement(payoutId)}>{number}</NameLink>
          <span className="block text-xs font-normal text-muted wrap-anywhere">{name}</span>
        </>
      ),
    },
    {
      id: "day",
      header: t("column.day"),
      className: "cells:whitespace-nowrap",
      cell: (row: UnbookedPayout) => format.day(row.day),
    },
    {
      id: "reason",
      header: t("column.reason"),
      className: "wraps",
      cell: ({ reason }: UnbookedPayout) => t(`reasons.${reason}`),
    },
    {
      id: "amount",
      header: t("column.amount"),
      align: "end" as const,
      cell: ({ amount, currency }: UnbookedPayout) => format.money({ amount, currency }),
    },
  ];
  return (
    <div className="space-y-3">
      <div>
        <h2 className="font-semibold">{t("unbooked")}</h2>
        <p className="text-muted">{t("unbooked_text")}</p>
      </div>
      <Table
        caption={t("unbooked")}
        rows={rows}
        rowKey={({ payoutId, reason, day }) => `${payoutId} ${reason} ${day}`}
        columns={columns}
      />
    </div>
  );
}
