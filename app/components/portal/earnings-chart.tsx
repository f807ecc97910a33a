import type { PaymentState } from "~/domain/deals/plan-payments";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ChartSeries } from "~/components/charts/chart-series";
import { MoneyChart } from "~/components/charts/money-chart";
import { Link } from "~/components/ui/link";
import { shownStates, type MonthOfEarnings } from "~/domain/commissions/own-earning";
import { addMonths, formatMonthShort, type Day } from "~/domain/shared/dates";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import { MonthsTable } from "./earnings-table";

/** From the bottom up. */
const parts: ({ key: PaymentState } & Omit<ChartSeries, "label">)[] = [
  { key: "paid", tone: "accent" },
  { key: "due", tone: "warning" },
  { key: "waiting", tone: "quiet", outline: "dashed" },
  { key: "planned", tone: "info", outline: "solid" },
];

export type EarningsChartProps = {
  months: readonly MonthOfEarnings[];
  /** The first day of the first month shown. */
  from: Day;
  count: number;
};

/**
 * Shows the earnings of each month, a chart for each currency, and the same as a table. Draws nothing without
 * earnings.
 */
export function EarningsChart({ months, from, count }: EarningsChartProps) {
  const { t, i18n } = useTranslation(["portal", "commissions"]);
  const format = useFormat();
  const id = useId();
  if (months.length === 0) return null;
  const currencies = [...new Set(months.map(({ currency }) => currency))];
  const days = Array.from({ length: count }, (_, index) => addMonths(from, index));
  const series = parts
    .filter(({ key }) => shownStates(months).includes(key))
    .map((part) => ({ ...part, label: t(`commissions:states.${part.key}`) }));
  const pointIn = (currency: string) => (day: Day) => {
    const month = months.find((one) => one.month === day && one.currency === currency);
    return {
      name: format.month(day),
      tick: formatMonthShort(day, i18n.language),
      values: Object.fromEntries(series.map(({ key }) => [key, month?.[key] ?? 0])),
    };
  };
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-base font-semibold">
          {t("chart.title")}
        </h2>
        <Link to={paths.ownEarnings()} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t("chart.all")}
        </Link>
      </div>
      <div className="rounded-lg border bg-surface p-4 md:p-5">
        {currencies.map((currency) => (
          <div key={currency} className="not-last:mb-4">
            <p className="mb-1 text-xs text-muted">{currency}</p>
            <MoneyChart points={days.map(pointIn(currency))} series={series} currency={currency} />
          </div>
        ))}
        <details className="mt-3">
          <summary className="min-h-11 cursor-pointer py-2.5 underline underline-offset-4">{t("chart.table")}</summary>
          <div className="mt-2">
            <MonthsTable months={months} />
          </div>
        </details>
      </div>
    </section>
  );
}
