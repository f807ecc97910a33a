import { NO_AFFILIATE } from "../shared/id-digits";
import { runQuery, query, type Query } from "../shared/query-together.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { Money } from "../shared/money";
import type { Period } from "../shared/period";
import { dealsOfPeriod } from "../shared/sums-of-period.server";
import { leadStatuses, openLeadStatuses, type LeadStatus } from "./lead";
import { momentsOf, statusesOf, type LeadFilter, type LeadTab } from "./lead-filter";
import { countWork } from "./work-filter.server";

/** Number of rows. `cut`: there may be more. */
export interface Count {
  count: number;
  cut: boolean;
}

/** Returns the number of leads of each status, and the number of rows in each view of the leads screen. */
export type LeadCounts = Record<LeadStatus | LeadTab, Count>;

type StatusCount = { state: LeadStatus | "deals"; count: number };

/**
 * Counts the leads and deals of the organization, of one affiliate, or without an affiliate (NO_AFFILIATE). It reads
 * the aggregates, so the time does not depend on the number of rows. There is one aggregate for the organization and
 * one per affiliate; the count without an affiliate is the difference.
 * Throws `forbidden`.
 */
export async function countLeads(scope: Scope, affiliate: string | null = null): Promise<LeadCounts> {
  return runQuery(scope, leadCounts(scope, affiliate));
}

/**
 * Builds the query of {@link countLeads}.
 * Throws `forbidden`.
 */
export function leadCounts(scope: Scope, affiliate: string | null): Query<LeadCounts> {
  requireStaff(scope);
  const none = affiliate === NO_AFFILIATE;
  const id = none ? null : affiliate;
  return query((rows: StatusCount[]) => countsOf(rows))`
    select case kind when 'deal' then 'deals' else state end as state,
           sum(case when affiliate_id is null or not ${none} then count else -count end)::int as count
    from aggregate
    where org_id = ${scope.orgId}::uuid and kind in ('lead', 'deal')
      and case when ${none} then true
               when ${id}::uuid is null then affiliate_id is null
               else affiliate_id = ${id}::uuid end
    group by 1`;
}

/** `most`: limit of the count for each status. */
function countsOf(rows: readonly StatusCount[], most = Infinity): LeadCounts {
  const countOf = (state: StatusCount["state"]): Count => {
    const count = rows.find((row) => row.state === state)?.count ?? 0;
    return { count, cut: state !== "deals" && count >= most };
  };
  const counts = Object.fromEntries(leadStatuses.map((status) => [status, countOf(status)])) as Record<
    LeadStatus,
    Count
  >;
  const together = (tab: LeadTab): Count => {
    const own = statusesOf[tab].map((status) => counts[status]);
    return { count: own.reduce((sum, { count }) => sum + count, 0), cut: own.some(({ cut }) => cut) };
  };
  return { ...counts, pipeline: together("pipeline"), deals: countOf("deals"), archive: together("archive") };
}

/** Limit for counting the leads of a period, because no aggregate exists per day and status. */
export const MAX_COUNTED = 1_000;

/**
 * Counts the leads and deals of a period, up to MAX_COUNTED leads per status: submitted leads, leads lost in it, and
 * all deals closed in it with their amounts.
 * Throws `forbidden`.
 */
export async function countLeadsOf(
  scope: Scope,
  period: Period,
  affiliate: string | null = null,
  most = MAX_COUNTED,
): Promise<{ counts: LeadCounts; amounts: Money[] }> {
  requireStaff(scope);
  const none = affiliate === NO_AFFILIATE;
  const id = none ? null : affiliate;
  const { gte, lt } = momentsOf(period);
  const rows = await scope.db.$queryRaw<StatusCount[]>`
    select s.status as state, c.count
    from unnest(${leadStatuses.filter((status) => status !== "lost")}::text[]) s (status)
    cross join lateral (
      select count(*)::int as count from (
        select 1 from lead
        where org_id = ${scope.orgId}::uuid and status = s.status
          and case when ${none} then affiliate_id is null when ${id}::uuid is null then true
                   else affiliate_id = ${id}::uuid end
          and created_at >= ${gte} and created_at < ${lt}
          and submitted_on between ${period.from}::date and ${period.to}::date
        limit ${most}
      ) one
    ) c
    union all
    select 'lost', count(*)::int from (
      select 1 from lead
      where org_id = ${scope.orgId}::uuid and status = 'lost'
        and case when ${none} then affiliate_id is null when ${id}::uuid is null then true
                 else affiliate_id = ${id}::uuid end
        and lost_on between ${period.from}::date and ${period.to}::date
      limit ${most}
    ) one`;
  const { count, amounts } = await dealsOfPeriod(scope, period, affiliate);
  return { counts: countsOf([...rows, { state: "deals", count }], most), amounts };
}

/**
 * Counts the open leads that a filter by their work selects, up to MAX_COUNTED of each status. Counts of the other
 * leads stay, because the filter does not concern them.
 * Throws `forbidden`.
 */
export async function withWorkCounts(scope: Scope, filter: LeadFilter, counts: LeadCounts): Promise<LeadCounts> {
  requireStaff(scope);
  const found = await countWork(scope, filter, openLeadStatuses, MAX_COUNTED);
  const open = Object.fromEntries(
    openLeadStatuses.map((status) => {
      const count = found.get(status) ?? 0;
      return [status, { count, cut: count >= MAX_COUNTED }];
    }),
  ) as Record<(typeof openLeadStatuses)[number], Count>;
  const all = Object.values(open);
  const pipeline = { count: all.reduce((sum, { count }) => sum + count, 0), cut: all.some(({ cut }) => cut) };
  return { ...counts, ...open, pipeline };
}
