import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { MoneyChart } from "~/components/charts/money-chart";
import { ExportMenu } from "~/components/exports/export-menu";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { NameLink } from "~/components/ui/name-link";
import { Table } from "~/components/ui/table";
import type { TableColumn } from "~/components/ui/table-column";
import { dateFromDay } from "~/domain/shared/dates";
import type { ForecastMonth, Planned } from "~/domain/reports/read-forecast.server";
import { sumByCurrency } from "~/domain/shared/money";
import { addressWith } from "~/paths/address";
import { paths } from "~/paths/paths";
import "./report-texts";

/** Planned commissions of the coming months, per currency, as charts and as a table. */
export function Forecast({ months }: { months: readonly ForecastMonth[] }) {
  const { t, i18n } = useTranslation("reports");
  const format = useFormat();
  const columns = useColumns();
  const tick = new Intl.DateTimeFormat(i18n.language, { month: "short", timeZone: "UTC" });
  const currencies = sumByCurrency(months.flatMap(allOf)).map(({ currency }) => currency);
  const file = (
    <div data-print="hide">
      <ExportMenu
        compact
        scope={t("export.forecast")}
        hrefOf={(name) => addressWith(paths.export("forecast"), "", { format: name })}
      />
    </div>
  );
  if (currencies.length === 0) {
    return (
      <Card title={t("forecast.title")} description={t("forecast.text")}>
        <EmptyState icon="calendar-clock" title={t("forecast.empty")}>
          {t("forecast.empty_text")}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card
      title={t("forecast.title")}
      description={t("forecast.text")}
      actions={file}
      // Longer than what is left of most pages.
      className="print:break-inside-auto!"
    >
      <div className="grid gap-6 xl:grid-cols-2 print:grid-cols-2">
        {currencies.map((currency) => (
          <section key={currency} data-print="together" className="min-w-0">
            <h3 className="mb-2 font-medium">{t("in_currency", { title: t("forecast.total"), currency })}</h3>
            <MoneyChart
              currency={currency}
              series={[
                { key: "monthly", label: t("forecast.monthly"), tone: "accent" },
                { key: "oneOff", label: t("forecast.one_off"), tone: "info" },
              ]}
              points={months.map((month) => ({
                name: format.month(month.from),
                tick: tick.format(dateFromDay(month.from)),
                values: { monthly: amountOf(month.monthly, currency), oneOff: amountOf(month.oneOff, currency) },
              }))}
            />
          </section>
        ))}
      </div>
      <div className="mt-6">
        <Table caption={t("forecast.text")} fit="some" rows={months} rowKey={({ from }) => from} columns={columns} />
      </div>
    </Card>
  );
}

const allOf = ({ oneOff, monthly }: ForecastMonth) => [...oneOff.amounts, ...monthly.amounts];

const amountOf = ({ amounts }: Planned, currency: string) =>
  amounts.find((one) => one.currency === currency)?.amount ?? 0;

function useColumns(): TableColumn<ForecastMonth>[] {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const lines = (amounts: Planned["amounts"]) =>
    amounts.length === 0 ? "–" : amounts.map((amount) => <div key={amount.currency}>{format.money(amount)}</div>);
  return [
    {
      id: "month",
      header: t("forecast.month"),
      primary: true,
      cell: (month) => {
        const name = format.month(month.from);
        const { from, to } = month;
        const list = allOf(month).length > 0 ? paths.commissions({ tab: "planned", from, to }) : null;
        return (
          <NameLink to={list}>
            <span aria-hidden>{name}</span>
            <span className="sr-only">{list ? t("forecast.list", { month: name }) : name}</span>
          </NameLink>
        );
      },
    },
    {
      id: "one_off",
      header: t("forecast.one_off"),
      align: "end",
      labelled: true,
      className: "wraps",
      cell: ({ oneOff }) => lines(oneOff.amounts),
    },
    {
      id: "monthly",
      header: t("forecast.monthly"),
      align: "end",
      labelled: true,
      className: "wraps",
      cell: ({ monthly }) => lines(monthly.amounts),
    },
    {
      id: "total",
      header: t("forecast.total"),
      align: "end",
      labelled: true,
      className: "wraps font-medium",
      cell: (month) => lines(sumByCurrency(allOf(month))),
    },
  ];
}
