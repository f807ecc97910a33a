import { NO_MEMBER } from "~/domain/leads/lead-work";
import { readForecast } from "~/domain/reports/read-forecast.server";
import { groupings, readGroups, type Grouping, type ReportGroup } from "~/domain/reports/read-groups.server";
import type { LeadSource } from "~/domain/leads/lead";
import type { Day } from "~/domain/shared/dates";
import { type Money, sumByCurrency } from "~/domain/shared/money";
import { periodNames } from "~/domain/shared/period";
import { comparedPeriod } from "~/domain/shared/report-period";
import type { Scope } from "~/domain/shared/scope";
import { reportPeriod } from "../list-params.server";
import { amount, count, day, text, word } from "./columns.server";
import { eachOfPage } from "./csv-pieces.server";
import type { ExportList } from "./export-file.server";

/**
 * A group of a report in one currency. A group without deals has one row without a currency; only the first row of a
 * group has its counts, so that a spreadsheet can add them up.
 */
interface GroupRow extends ReportGroup {
  by: Grouping;
  isFirst: boolean;
  volume: Money | null;
  volumeBefore: Money | null;
}

/** A report of the screen as rows: all affiliates instead of the best ones. */
export const reports: ExportList<GroupRow> = {
  narrowedBy: { by: groupings, period: periodNames, from: "day", to: "day" },
  columns: (t) => [
    word(
      "report_by",
      ({ by }: GroupRow) => by,
      (by) => t(`reports:${by === "affiliate" ? "ranking.affiliate" : `${by}s.name`}`),
    ),
    text("name", ({ by, key, name }) =>
      by === "source"
        ? t(`reports:sources.${key as LeadSource}`)
        : (name ?? t(`reports:members.${key === NO_MEMBER ? "nobody" : "former"}`)),
    ),
    count("leads", ({ isFirst, now }) => (isFirst ? now.leads : null)),
    count("qualified", ({ isFirst, now }) => (isFirst ? now.qualified : null)),
    count("won", ({ isFirst, now }) => (isFirst ? now.won : null)),
    count("deals", ({ isFirst, now }) => (isFirst ? now.deals : null)),
    amount("volume", ({ volume }) => volume),
    text("currency", ({ volume }) => volume?.currency ?? null),
    count("leads_before", ({ isFirst, before }) => (isFirst ? before.leads : null)),
    count("deals_before", ({ isFirst, before }) => (isFirst ? before.deals : null)),
    amount("volume_before", ({ volumeBefore }) => volumeBefore),
    count("open", ({ isFirst, work }) => (isFirst && work ? work.open : null)),
    count("overdue", ({ isFirst, work }) => (isFirst && work ? work.overdue : null)),
    text("group_id", ({ by, key }) => (by === "source" || key === NO_MEMBER ? null : key)),
  ],
  async open(scope, params) {
    const by = groupings.find((one) => one === params.get("by")) ?? "affiliate";
    const { period, before } = await periodsOf(scope, params);
    return (later) =>
      eachOfPage(async () => {
        const groups = await readGroups(later, by, { period, before });
        return { rows: groups.flatMap((group) => rowsOf(by, group)), next: null, previous: null };
      });
  },
};

async function periodsOf(scope: Scope, params: URLSearchParams) {
  const today = await scope.today();
  const { from, to } = reportPeriod(params, today);
  return { period: { from, to }, before: comparedPeriod({ from, to }, today) };
}

function rowsOf(by: Grouping, group: ReportGroup): GroupRow[] {
  const { now, before } = group;
  const currencies = sumByCurrency([...now.amounts, ...before.amounts]).map(({ currency }) => currency);
  const of = (amounts: readonly Money[], currency: string): Money =>
    amounts.find((one) => one.currency === currency) ?? { amount: 0, currency };
  if (currencies.length === 0) return [{ ...group, by, isFirst: true, volume: null, volumeBefore: null }];
  return currencies.map((currency, index) => ({
    ...group,
    by,
    isFirst: index === 0,
    volume: of(now.amounts, currency),
    volumeBefore: of(before.amounts, currency),
  }));
}

interface ForecastRow {
  from: Day;
  to: Day;
  kind: "one_off" | "monthly";
  amount: Money;
}

/** The planned commissions by month, kind and currency. */
export const forecast: ExportList<ForecastRow> = {
  narrowedBy: {},
  columns: (t) => [
    day("from", ({ from }) => from),
    day("to", ({ to }) => to),
    word(
      "kind",
      ({ kind }: ForecastRow) => kind,
      (kind) => t(`reports:forecast.${kind}`),
    ),
    amount("planned", (row) => row.amount),
    text("currency", (row) => row.amount.currency),
  ],
  open: async () => (later) =>
    eachOfPage(async () => {
      const months = await readForecast(later);
      const rows = months.flatMap(({ from, to, oneOff, monthly }) =>
        [["one_off", oneOff] as const, ["monthly", monthly] as const].flatMap(([kind, { amounts }]) =>
          amounts.map((amount): ForecastRow => ({ from, to, kind, amount })),
        ),
      );
      return { rows, next: null, previous: null };
    }),
};
