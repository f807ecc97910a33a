import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { statusesOf, type LeadTab } from "./lead-filter";
import { NO_AFFILIATE } from "./lead.schema";

/** How many leads there are of each status, and how many deals. */
export type LeadCounts = Record<LeadStatus | "deals", number>;

/**
 * Counts the organisation's leads and deals, those of one affiliate, or those without one (NO_AFFILIATE), at the same
 * speed at any size: from the tallies, whose lines stand for the organisation and for each of its affiliates. What the
 * latter leave over belongs to none. Throws `forbidden`.
 */
export async function countLeads(scope: Scope, affiliate: string | null = null): Promise<LeadCounts> {
  requireStaff(scope);
  const none = affiliate === NO_AFFILIATE;
  const id = none ? null : affiliate;
  const rows = await scope.db.$queryRaw<{ state: LeadStatus | "deals"; count: number }[]>`
    select case kind when 'deal' then 'deals' else state end as state,
           sum(case when affiliate_id is null or not ${none} then count else -count end)::int as count
    from tally
    where org_id = ${scope.orgId}::uuid and kind in ('lead', 'deal')
      and case when ${none} then true
               when ${id}::uuid is null then affiliate_id is null
               else affiliate_id = ${id}::uuid end
    group by 1`;
  const counts: LeadCounts = { new: 0, qualified: 0, contacted: 0, converted: 0, lost: 0, deals: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** The same by the views of the leads screen. */
export function countsOfTabs(counts: LeadCounts): Record<LeadTab, number> {
  const sum = (tab: LeadTab) => statusesOf[tab].reduce((total, status) => total + counts[status], 0);
  return { pipeline: sum("pipeline"), deals: counts.deals, archive: sum("archive") };
}
