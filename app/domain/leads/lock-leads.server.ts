import { isWon } from "../shared/sums-of-period.server";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import type { LeadStatus } from "./lead";
import type { SkippedLead } from "./lead-batch";

/** A lead that is locked until the transaction ends. */
export interface LockedLead {
  id: string;
  company: string;
  status: LeadStatus;
  affiliateId: string | null;
  /** Whether it was won and none of its deals is worth anything. */
  cancelled: boolean;
}

/**
 * Locks leads and reads them. They are locked in id order, because two actions with different orders deadlock. The lock
 * order is leads, affiliates, notifications. Unknown ids are omitted.
 */
export async function lockLeads(scope: Scope, ids: readonly string[]): Promise<LockedLead[]> {
  const leads = await scope.db.$queryRaw<Omit<LockedLead, "cancelled">[]>`
    select id, company_name as company, status, affiliate_id as "affiliateId" from lead
    where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[])
    order by id for no key update`;
  // A separate query after taking the locks, to include deals that have just ended or resumed.
  const won = leads.filter(({ status }) => status === "converted").map(({ id }) => id);
  const cancelled = new Set(won.length > 0 ? await canceledLeads(scope, won) : []);
  return leads.map((lead) => ({ ...lead, cancelled: cancelled.has(lead.id) }));
}

/** Returns those of these won leads whose deals are all worth nothing. */
export async function canceledLeads(scope: Scope, ids: string[]): Promise<string[]> {
  const rows = await scope.db.$queryRaw<{ lead_id: string }[]>(sql`
    select d.lead_id from deal d where d.org_id = ${scope.orgId}::uuid and d.lead_id = any(${ids}::uuid[])
    group by d.lead_id having bool_and(not ${isWon})`);
  return rows.map(({ lead_id }) => lead_id);
}

/** Describes why an action skips a lead. */
export const skippedLead = ({ company, status }: LockedLead, code: SkippedLead["code"]): SkippedLead => ({
  company,
  status,
  code,
});

/** Describes the ids that are not leads of the organization. */
export function unknownLeads(ids: readonly string[], found: readonly LockedLead[]): SkippedLead[] {
  return Array.from({ length: ids.length - found.length }, () => ({
    company: null,
    status: null,
    code: "not_found" as const,
  }));
}
