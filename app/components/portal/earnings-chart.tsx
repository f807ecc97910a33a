import type { PaymentState } from "~/domain/deals/plan-payments";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/ui/link";
import { cn } from "~/components/ui/cn";
import { shownStates, type MonthOfEarnings } from "~/domain/commissions/own-earning";
import { addMonths, formatMonthShort, type Day } from "~/domain/shared/dates";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import { MonthsTable } from "./earnings-table";

/** From the bottom up. Waiting and planned payments are outlines, so that they differ without color. */
const parts: { state: PaymentState; look: string }[] = [
  { state: "paid", look: "bg-accent" },
  { state: "due", look: "bg-warning" },
  { state: "waiting", look: "border border-dashed border-control bg-sunken" },
  { state: "planned", look: "border border-info bg-info-soft" },
];

export type EarningsChartProps = {
  months: readonly MonthOfEarnings[];
  /** The first day of the first month shown. */
  from: Day;
  count: number;
};

/**
 * Shows the earnings of each month, a row of bars for each currency, and the same as a table. Draws nothing without
 * earnings.
 */
export function EarningsChart({ months, from, count }: EarningsChartProps) {
  const { t } = useTranslation(["portal", "commissions"]);
  const id = useId();
  if (months.length === 0) return null;
  const currencies = [...new Set(months.map(({ currency }) => currency))];
  const days = Array.from({ length: count }, (_, index) => addMonths(from, index));
  const shown = parts.filter(({ state }) => shownStates(months).includes(state));
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
        <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {shown.map(({ state, look }) => (
            <li key={state} className="flex items-center gap-1.5">
              <span aria-hidden className={cn("size-3 rounded-xs", look)} />
              {t(`commissions:states.${state}`)}
            </li>
          ))}
        </ul>
        {currencies.map((currency) => (
          <Bars
            key={currency}
            currency={currency}
            days={days}
            months={months.filter((one) => one.currency === currency)}
          />
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

type BarsProps = { currency: string; days: readonly Day[]; months: readonly MonthOfEarnings[] };

/** The bars of one currency. They are an image to a screen reader, which reads the table instead. */
function Bars({ currency, days, months }: BarsProps) {
  const { t, i18n } = useTranslation(["portal", "commissions"]);
  const format = useFormat();
  const sumOf = (month: MonthOfEarnings) => parts.reduce((sum, { state }) => sum + month[state], 0);
  const most = Math.max(...months.map(sumOf));
  const highest = format.money({ amount: most, currency });
  return (
    <div role="img" aria-label={t("chart.label", { currency, highest })} className="not-last:mb-4">
      <p className="mb-1 text-xs text-muted tabular-nums">{t("chart.highest", { currency, highest })}</p>
      <div className="flex h-28 items-end gap-1 border-b border-control md:h-36 md:gap-2">
        {days.map((day) => {
          const month = months.find((one) => one.month === day);
          return (
            <div key={day} className="flex h-full min-w-0 flex-1 flex-col-reverse" title={month && format.month(day)}>
              {month &&
                parts.map(
                  ({ state, look }) =>
                    month[state] > 0 && (
                      <div
                        key={state}
                        className={cn("min-h-0.5 shrink-0", look)}
                        style={{ height: `${(month[state] / most) * 100}%` }}
                      />
                    ),
                )}
            </div>
          );
        })}
      </div>
      <div className="mt-1 flex gap-1 text-xs text-muted md:gap-2">
        {days.map((day, index) => (
          <span
            key={day}
            className={cn("min-w-0 flex-1 text-center whitespace-nowrap", index % 3 !== 0 && "max-md:invisible")}
          >
            {formatMonthShort(day, i18n.language)}
          </span>
        ))}
      </div>
    </div>
  );
}
