import { queryAlone, query, type Query } from "../shared/query-together.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { Money } from "../shared/money";
import type { Period } from "../shared/period";
import { dealsOfPeriod } from "../reports/sums-of-period.server";
import { leadStatuses, type LeadStatus } from "./lead";
import { momentsOf, statusesOf, type LeadFilter, type LeadTab } from "./lead-filter";
import { NO_AFFILIATE } from "./lead";

/** How many leads there are of each status, and how many deals. */
export type LeadCounts = Record<LeadStatus | "deals", number>;

/**
 * Counts the leads and deals of the organisation, of one affiliate, or of none (NO_AFFILIATE). It reads the
 * aggregates, so the time does not depend on the number of rows. There is one aggregate for the organisation and
 * one per affiliate; the count without an affiliate is the difference. Throws `forbidden`.
 */
export async function countLeads(scope: Scope, affiliate: string | null = null): Promise<LeadCounts> {
  return queryAlone(scope, leadCounts(scope, affiliate));
}

/** The query behind {@link countLeads}. Throws `forbidden`. */
export function leadCounts(scope: Scope, affiliate: string | null): Query<LeadCounts> {
  requireStaff(scope);
  const none = affiliate === NO_AFFILIATE;
  const id = none ? null : affiliate;
  return query((rows: { state: LeadStatus | "deals"; count: number }[]) => countsOf(rows))`
    select case kind when 'deal' then 'deals' else state end as state,
           sum(case when affiliate_id is null or not ${none} then count else -count end)::int as count
    from aggregate
    where org_id = ${scope.orgId}::uuid and kind in ('lead', 'deal')
      and case when ${none} then true
               when ${id}::uuid is null then affiliate_id is null
               else affiliate_id = ${id}::uuid end
    group by 1`;
}

function countsOf(rows: { state: LeadStatus | "deals"; count: number }[]): LeadCounts {
  const counts: LeadCounts = { new: 0, qualified: 0, contacted: 0, converted: 0, lost: 0, deals: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** The same by the views of the leads screen. */
export function countsOfTabs(counts: LeadCounts): Record<LeadTab, number> {
  const sum = (tab: LeadTab) => statusesOf[tab].reduce((total, status) => total + counts[status], 0);
  return { pipeline: sum("pipeline"), deals: counts.deals, archive: sum("archive") };
}

/** Of the leads of a period no more than this many are counted: there are no aggregates of days and statuses. */
export const MOST_COUNTED = 1_000;

/** Whether there may be more leads of a status than were counted. */
export const isCut = (count: number, { period }: Pick<LeadFilter, "period">): boolean =>
  Boolean(period) && count >= MOST_COUNTED;

/**
 * The same of a period, of each status up to MOST_COUNTED: leads submitted, lost ones lost in it, and the deals closed
 * in it, all of them and their amounts. Throws `forbidden`.
 */
export async function countLeadsOf(
  scope: Scope,
  period: Period,
  affiliate: string | null = null,
  most = MOST_COUNTED,
): Promise<{ counts: LeadCounts; amounts: Money[] }> {
  requireStaff(scope);
  const none = affiliate === NO_AFFILIATE;
  const id = none ? null : affiliate;
  const { gte, lt } = momentsOf(period);
  const rows = await scope.db.$queryRaw<{ status: LeadStatus; count: number }[]>`
    select s.status, c.count from unnest(${leadStatuses.filter((status) => status !== "lost")}::text[]) s (status)
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
  const deals = await dealsOfPeriod(scope, period, affiliate);
  const counts: LeadCounts = {
    new: 0,
    qualified: 0,
    contacted: 0,
    converted: 0,
    lost: 0,
    deals: deals.count,
  };
  for (const { status, count } of rows) counts[status] = count;
  return { counts, amounts: deals.amounts };
}
