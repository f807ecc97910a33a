import { z } from "zod";
import { leadSources } from "~/domain/leads/lead";
import { NO_MEMBER } from "~/domain/leads/lead-work";
import type { GroupFigures } from "~/domain/reports/read-breakdown.server";
import { readForecast, type Planned } from "~/domain/reports/read-forecast.server";
import { readGroups, type Grouping, type ReportGroup } from "~/domain/reports/read-groups.server";
import type { Page } from "~/domain/shared/page";
import type { Period } from "~/domain/shared/period";
import { comparedPeriod } from "~/domain/shared/report-period";
import type { Scope } from "~/domain/shared/scope";
import { reportPeriod } from "~/server/list-params.server";
import { answerPage, pageOf, pageParameters, periodOf, periodParameters } from "../lists.server";
import { operation } from "../operation";
import { day, id, money, moneyOf } from "../shapes.server";
import { about } from "../texts.server";

// The reports of the screen and of its files (WORK-14), from the same use cases.

const figures = z
  .object({
    leads: z.int(),
    qualified: z.int().describe(about("report_qualified")),
    won: z.int().describe(about("report_won")),
    deals: z.int().describe(about("report_deals")),
    volume: z.array(money).describe(about("report_volume")),
  })
  .meta({ id: "ReportFigures" });

const figuresOf = ({ leads, qualified, won, deals, amounts }: GroupFigures): z.output<typeof figures> => ({
  leads,
  qualified,
  won,
  deals,
  volume: amounts.map(moneyOf),
});

const compared = { now: figures, before: figures.describe(about("report_before")) };
const comparedOf = ({ now, before }: ReportGroup) => ({ now: figuresOf(now), before: figuresOf(before) });

const period = z.object({ from: day, to: day });
const query = z.object({ ...pageParameters, ...periodParameters });
const reportOf = <Row extends z.ZodType>(row: Row) =>
  pageOf(row).extend({ period, compared_with: period.describe(about("report_compared")) });

/** Reads a page of a report. A cursor is the number of rows before it, because all groups are read at once. */
async function answerReport<Row>(
  scope: Scope,
  by: Grouping,
  asked: z.output<typeof query>,
  show: (group: ReportGroup) => Row,
) {
  const today = await scope.today();
  const days = await periodOf(scope, asked);
  const { from, to } = reportPeriod(new URLSearchParams({ ...days }), today);
  const before = comparedPeriod({ from, to }, today);
  const read = async ({ cursor, size }: { cursor: string | null; size: number }): Promise<Page<ReportGroup>> => {
    const groups = await readGroups(scope, by, { period: { from, to }, before });
    const start = Number(cursor ?? 0);
    return {
      rows: groups.slice(start, start + size),
      next: start + size < groups.length ? String(start + size) : null,
      previous: start > 0 ? String(Math.max(0, start - size)) : null,
    };
  };
  const shown = ({ from: first, to: last }: Period) => ({ from: first, to: last });
  return {
    period: shown({ from, to }),
    compared_with: shown(before),
    ...(await answerPage(`reports/${by}`, asked, read, show)),
  };
}

const affiliateRow = z
  .object({ affiliate_id: id, affiliate_name: z.string(), ...compared })
  .meta({ id: "AffiliateReport" });

const memberRow = z
  .object({
    member_id: id.nullable().describe(about("report_member")),
    member_name: z.string().nullable(),
    ...compared,
    open: z.int().nullable().describe(about("report_open")),
    overdue: z.int().nullable().describe(about("report_overdue")),
  })
  .meta({ id: "MemberReport" });

const sourceRow = z.object({ source: z.enum(leadSources), ...compared }).meta({ id: "SourceReport" });

const planned = z.object({ count: z.int(), amounts: z.array(money) });
const plannedOf = ({ count, amounts }: Planned) => ({ count, amounts: amounts.map(moneyOf) });
const forecastMonth = z
  .object({ from: day, to: day, one_off: planned, monthly: planned })
  .meta({ id: "ForecastMonth" });

export const reportOperations = [
  operation({
    id: "report_affiliates",
    tag: "reports",
    method: "GET",
    path: "/reports/affiliates",
    query,
    answer: reportOf(affiliateRow),
    run: ({ scope, query: asked }) =>
      answerReport(scope, "affiliate", asked, (group) => ({
        affiliate_id: group.key,
        affiliate_name: group.name ?? "",
        ...comparedOf(group),
      })),
  }),
  operation({
    id: "report_members",
    tag: "reports",
    method: "GET",
    path: "/reports/members",
    query,
    answer: reportOf(memberRow),
    run: ({ scope, query: asked }) =>
      answerReport(scope, "member", asked, (group) => ({
        member_id: group.key === NO_MEMBER ? null : group.key,
        member_name: group.name,
        ...comparedOf(group),
        open: group.work?.open ?? null,
        overdue: group.work?.overdue ?? null,
      })),
  }),
  operation({
    id: "report_sources",
    tag: "reports",
    method: "GET",
    path: "/reports/sources",
    query,
    answer: reportOf(sourceRow),
    run: ({ scope, query: asked }) =>
      answerReport(scope, "source", asked, (group) => ({
        source: group.key as (typeof leadSources)[number],
        ...comparedOf(group),
      })),
  }),
  operation({
    id: "read_forecast",
    tag: "reports",
    method: "GET",
    path: "/reports/forecast",
    answer: z.object({ data: z.array(forecastMonth) }),
    run: async ({ scope }) => ({
      data: (await readForecast(scope)).map(({ from, to, oneOff, monthly }) => ({
        from,
        to,
        one_off: plannedOf(oneOff),
        monthly: plannedOf(monthly),
      })),
    }),
  }),
];
