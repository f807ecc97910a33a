import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { Chart } from "~/components/charts/chart";
import type { ChartSeries } from "~/components/charts/chart-series";
import { MoneyChart } from "~/components/charts/money-chart";
import { Card } from "~/components/ui/card";
import { Icon } from "~/components/ui/icon";
import { Table } from "~/components/ui/table";
import type { TableColumn } from "~/components/ui/table-column";
import type { Counted } from "~/domain/reports/read-figures.server";
import type { Report } from "~/domain/reports/read-report.server";
import { sumByCurrency } from "~/domain/shared/money";
import type { ReportUnit } from "~/domain/shared/report-period";
import { dateFromDay } from "~/domain/shared/dates";
import type { Period } from "~/domain/shared/period";

type Part = Report["parts"][number];

/** The figures over the period: charts, each with its table one click away. Each currency has its own. */
export function Trends({ report }: { report: Report }) {
  const { t } = useTranslation(["reports", "commissions"]);
  const { total } = report;
  const currenciesOf = (...counted: Counted[]) =>
    sumByCurrency(counted.flatMap(({ amounts }) => amounts)).map(({ currency }) => currency);
  return (
    <div className="grid gap-4 xl:grid-cols-2 print:grid-cols-2">
      {total.leads > 0 && <LeadTrend report={report} />}
      {currenciesOf(total.deals).map((currency) => (
        <MoneyTrend
          key={`volume ${currency}`}
          report={report}
          currency={currency}
          title={t("volume")}
          series={[{ key: "deals", label: t("volume"), tone: "accent" }]}
        />
      ))}
      {currenciesOf(total.paid, total.owed, total.planned).map((currency) => (
        <MoneyTrend
          key={`commissions ${currency}`}
          report={report}
          currency={currency}
          title={t("groups.commissions")}
          series={[
            { key: "paid", label: t("commissions:states.paid"), tone: "accent" },
            { key: "owed", label: t("commissions:states.due"), tone: "warning" },
            { key: "planned", label: t("commissions:states.planned"), tone: "quiet" },
          ]}
        />
      ))}
    </div>
  );
}

function LeadTrend({ report }: { report: Report }) {
  const { t } = useTranslation(["reports", "leads"]);
  const names = usePartNames(report.unit);
  const format = useFormat();
  const point = (part: Part) => ({
    ...names(part),
    values: { won: part.won, qualified: part.qualified - part.won, open: part.leads - part.qualified },
  });
  return (
    <Trend
      title={t("leads")}
      report={report}
      columns={(["leads", "qualified", "won"] as const).map((key) => ({
        id: key,
        header: t(key === "leads" ? "leads" : `of_them.${key}`),
        cell: (part) => format.number(part[key]),
        align: "end",
      }))}
    >
      <Chart
        points={report.parts.map(point)}
        series={[
          { key: "won", label: t("leads:status.converted"), tone: "accent" },
          { key: "qualified", label: t("steps.qualified"), tone: "info" },
          { key: "open", label: t("steps.open"), tone: "quiet" },
        ]}
        format={format.number}
        formatTick={format.number}
      />
    </Trend>
  );
}

type MoneyKey = "deals" | "paid" | "owed" | "planned";

type MoneyTrendProps = {
  report: Report;
  title: string;
  currency: string;
  series: readonly (ChartSeries & { key: MoneyKey })[];
};

function MoneyTrend({ report, title, currency, series }: MoneyTrendProps) {
  const { t } = useTranslation("reports");
  const names = usePartNames(report.unit);
  const format = useFormat();
  const amountOf = (part: Part, key: MoneyKey) =>
    part[key].amounts.find((one) => one.currency === currency)?.amount ?? 0;
  const money = (amount: number) => format.money({ amount, currency });
  const point = (part: Part) => ({
    ...names(part),
    values: Object.fromEntries(series.map(({ key }) => [key, amountOf(part, key)])),
  });
  return (
    <Trend
      title={t("in_currency", { title, currency })}
      report={report}
      columns={series.map(({ key, label }) => ({
        id: key,
        header: label,
        cell: (part) => money(amountOf(part, key)),
        align: "end",
      }))}
    >
      <MoneyChart points={report.parts.map(point)} series={series} currency={currency} />
    </Trend>
  );
}

type TrendProps = {
  title: string;
  report: Report;
  columns: readonly TableColumn<Part>[];
  children: ReactNode;
};

function Trend({ title, report, columns, children }: TrendProps) {
  const { t } = useTranslation("reports");
  const names = usePartNames(report.unit);
  return (
    <Card title={title} className="min-w-0">
      {children}
      <details className="group mt-3">
        <summary className="inline-flex min-h-10 cursor-pointer items-center gap-1 rounded-md font-medium text-accent print:hidden">
          <Icon name="chevron-right" className="size-4 transition-transform duration-150 group-open:rotate-90" />
          {t("table")}
        </summary>
        <div className="mt-2 max-h-96 overflow-y-auto">
          <Table
            caption={`${title}: ${t("table")}`}
            fit="few"
            rows={report.parts}
            rowKey={({ from }) => from}
            columns={[
              {
                id: "when",
                header: t(`units.${report.unit}`),
                cell: (part) => names(part).name,
                primary: true,
              },
              ...columns,
            ]}
          />
        </div>
      </details>
    </Card>
  );
}

/** Returns the names of a report's parts: in full for tables, and short for the axis of a chart. */
function usePartNames(unit: ReportUnit) {
  const { t, i18n } = useTranslation("reports");
  const format = useFormat();
  const short = useMemo(
    () =>
      new Intl.DateTimeFormat(i18n.language, {
        ...(unit === "month" ? { month: "short" } : unit === "year" ? { year: "numeric" } : { day: "numeric" }),
        ...(unit === "week" && { month: "numeric" }),
        timeZone: "UTC",
      }),
    [i18n.language, unit],
  );
  return ({ from, to }: Period): { name: string; tick: string } => {
    const days = from === to ? format.day(from) : t("days", { from: format.day(from), to: format.day(to) });
    const name = unit === "month" ? format.month(from) : unit === "year" ? from.slice(0, 4) : days;
    return { name, tick: short.format(dateFromDay(from)) };
  };
}
