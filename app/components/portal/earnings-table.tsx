import { useTranslation } from "react-i18next";
import { Table } from "~/components/ui/table";
import { groupsByName } from "~/components/ui/table-groups";
import { shownStates, totalsOf, type MonthOfEarnings, type OwnEarning } from "~/domain/commissions/own-earning";
import { StatCard, StatGrid } from "~/components/ui/stat-card";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import { commissionWords } from "./commission-words";
import { EarningStatus } from "./earning-status";
import { ReceiptLink } from "./receipt-link";

/** Shown in a table; a card leaves it out. */
const nothing = <span className="nothing">–</span>;

/** Received money comes first. */

/** Shows paid, due and planned totals per currency; `currency` is used for a zero. */
export function EarningsTotals(props: { months: readonly MonthOfEarnings[]; currency: string }) {
  const { t } = useTranslation(["portal", "commissions"]);
  const format = useFormat();
  const totals = totalsOf(props.months);
  const zero = [{ amount: 0, currency: props.currency }];
  return (
    <StatGrid pairs>
      {shownStates(props.months).map((state) => (
        <StatCard
          key={state}
          label={t(`commissions:states.${state}`)}
          value={(totals[state].length > 0 ? totals[state] : zero).map(format.money)}
        />
      ))}
    </StatGrid>
  );
}

/** Shows the earnings of each month, a row per currency. */
export function MonthsTable({ months }: { months: readonly MonthOfEarnings[] }) {
  const { t } = useTranslation(["portal", "commissions"]);
  const format = useFormat();
  return (
    <Table
      caption={t("earnings.by_month")}
      fit="few"
      rows={months}
      rowKey={({ month, currency }) => month + currency}
      columns={[
        {
          id: "month",
          header: t("earnings.month"),
          primary: true,
          className: "cells:whitespace-nowrap",
          cell: ({ month }) => format.month(month),
        },
        ...shownStates(months).map((state) => ({
          id: state,
          header: t(`commissions:states.${state}`),
          align: "end" as const,
          labelled: true,
          cell: (month: MonthOfEarnings) =>
            month[state] === 0 ? nothing : format.money({ amount: month[state], currency: month.currency }),
        })),
      ]}
    />
  );
}

export type EarningsTableProps = {
  rows: readonly OwnEarning[];
  /** Address of a deal's dialog over the page; without it, rows link to the list of deals. */
  dealHref?: (dealId: string) => string;
};

/**
 * Lists every commission month by month, with its day, its explanation, and its receipt. On phones the explanation is
 * only in the deal.
 */
export function EarningsTable({ rows, dealHref }: EarningsTableProps) {
  const { t } = useTranslation(["portal", "terms"]);
  const format = useFormat();
  return (
    <Table
      caption={t("earnings.list")}
      rows={rows}
      rowKey={({ kind, id }) => kind + id}
      groups={groupsByName(rows, ({ day }) => format.month(day))}
      rowHref={({ dealId }) => (dealHref ?? paths.ownDeal)(dealId)}
      rowOpensDialog={dealHref !== undefined}
      columns={[
        {
          id: "deal",
          header: t("fields.title"),
          primary: true,
          className: "cells:min-w-52",
          cell: ({ company, deal, kind, period }) => (
            <>
              {company}
              <span className="block text-xs font-normal text-muted">
                {deal}
                {kind === "payment" && ` · ${format.month(period)}`}
              </span>
            </>
          ),
        },
        {
          id: "why",
          header: t("earnings.why"),
          className: "cells:min-w-56",
          hideOn: "cards",
          cell: ({ trace, months }) => <span className="text-muted">{commissionWords(t, format, trace, months)}</span>,
        },
        {
          id: "status",
          header: t("fields.status"),
          className: "cells:min-w-44",
          cell: (earning) => <EarningStatus {...earning} />,
        },
        {
          id: "receipt",
          header: t("payment.receipt"),
          cell: ({ receiptUrl, company, deal }) =>
            receiptUrl ? (
              // Above the link that covers the row.
              <span className="relative z-1">
                <ReceiptLink url={receiptUrl} of={`${company}, ${deal}`} />
              </span>
            ) : (
              nothing
            ),
        },
        {
          id: "amount",
          header: t("fields.commission"),
          align: "end",
          cell: ({ amount }) => <span className="wrap-anywhere cells:whitespace-nowrap">{format.money(amount)}</span>,
        },
      ]}
    />
  );
}
