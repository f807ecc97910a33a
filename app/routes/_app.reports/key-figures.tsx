import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { conversionPerMille } from "~/domain/reports/conversion";
import type { Counted, ReportFigures } from "~/domain/reports/read-figures.server";
import type { Report } from "~/domain/reports/read-report.server";
import type { StepTime } from "~/domain/reports/read-step-times.server";
import { sumByCurrency } from "~/domain/shared/money";
import type { ChosenPeriod } from "~/domain/shared/period";
import { FigureCard, type FigureValue } from "./figure-card";
import { linksOf } from "./links";

type KeyFiguresProps = {
  report: Report;
  chosen: ChosenPeriod;
  /** The currency of a zero. */
  currency: string;
};

/** The figures of the period, each with a link to its list. */
export function KeyFigures({ report, chosen, currency }: KeyFiguresProps) {
  const { t } = useTranslation(["reports", "leads", "commissions"]);
  const values = useValues(currency);
  const format = useFormat();
  const { total, totalBefore, before, period } = report;
  const links = linksOf(chosen);
  const grid = "grid gap-3 sm:grid-cols-2 md:gap-4 xl:grid-cols-4";
  const group = (label: string, id: string) => (
    <h2 id={id} className="mb-3 font-medium">
      {label}
    </h2>
  );
  return (
    <>
      <section aria-labelledby="report-leads">
        {group(t("groups.leads"), "report-leads")}
        <dl className={grid}>
          <FigureCard
            label={t("leads")}
            to={links.leads}
            values={[values.count(total.leads, totalBefore.leads)]}
            hint={t("hints.leads")}
          />
          {(["qualified", "won"] as const).map((step) => (
            <FigureCard
              key={step}
              label={t(`leads:status.${step === "won" ? "converted" : step}`)}
              to={links[step]}
              values={[values.rate(step, total, totalBefore)]}
              hint={
                total.leads === 0
                  ? t("hints.no_leads")
                  : t(`hints.${step}`, {
                      count: total.leads,
                      reached: format.number(total[step]),
                      leads: format.number(total.leads),
                    })
              }
            />
          ))}
          <FigureCard
            label={t("volume")}
            to={links.deals}
            values={values.money(total.deals, totalBefore.deals)}
            hint={t("hints.deals", { count: total.deals.count })}
          />
        </dl>
      </section>
      <section aria-labelledby="report-times">
        {group(t("groups.times"), "report-times")}
        <dl className="grid gap-3 sm:grid-cols-2 md:gap-4">
          {(["qualified", "won"] as const).map((step) => (
            <FigureCard
              key={step}
              label={t(`times.${step}`)}
              values={[values.time(total.times[step], totalBefore.times[step])]}
              hint={t("hints.time", { count: total.times[step].count })}
            />
          ))}
        </dl>
      </section>
      <section aria-labelledby="report-commissions">
        {group(t("groups.commissions"), "report-commissions")}
        <dl className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
          {(["paid", "owed", "planned"] as const).map((state) => (
            <FigureCard
              key={state}
              label={t(`commissions:states.${state === "owed" ? "due" : state}`)}
              to={links[state]}
              // In a past period nothing is planned any more.
              values={values.money(
                total[state],
                state === "planned" && before.to < period.from ? null : totalBefore[state],
              )}
              hint={t(`hints.${state}`, { count: total[state].count })}
            />
          ))}
        </dl>
      </section>
    </>
  );
}

function useValues(currency: string) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const days = ({ days }: StepTime) =>
    days === null ? "–" : t("days_count", { count: days, days: format.number(days) });
  return {
    count: (now: number, before: number): FigureValue => ({
      text: format.number(now),
      before: format.number(before),
      change: { now, before },
    }),
    rate: (step: "qualified" | "won", now: ReportFigures, before: ReportFigures): FigureValue => {
      const rate = (of: ReportFigures) =>
        of.leads === 0 ? "–" : format.percent(conversionPerMille(of[step], of.leads) * 10);
      return { text: rate(now), before: rate(before) };
    },
    time: (now: StepTime, before: StepTime): FigureValue => ({ text: days(now), before: days(before) }),
    /** Returns one value for each currency of either period. */
    money: (now: Counted, before: Counted | null): FigureValue[] => {
      const zero = { amount: 0, currency };
      const all = sumByCurrency([...now.amounts, ...(before?.amounts ?? [])]);
      return (all.length > 0 ? all : [zero]).map((one) => {
        const of = (counted: Counted | null) =>
          counted?.amounts.find((money) => money.currency === one.currency)?.amount ?? 0;
        const [amount, earlier] = [of(now), of(before)];
        return {
          text: format.money({ ...one, amount }),
          before: before && format.money({ ...one, amount: earlier }),
          change: { now: amount, before: earlier },
        };
      });
    },
  };
}
