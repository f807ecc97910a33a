import { isWon } from "../shared/sums-of-period.server";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import type { LeadStatus } from "./lead";
import type { RefusedLead } from "./lead-batch";

/** A lead, locked until the end of the transaction. */
export interface LockedLead {
  id: string;
  company: string;
  status: LeadStatus;
  affiliateId: string | null;
  /** It was won, and of its deals nothing is left. */
  cancelled: boolean;
}

/**
 * Locks leads and reads them. Whoever locks several does so in the order of the ids: in different orders two actions
 * could block each other. Leads come before affiliates, and these before notices. Unknown ids are left out.
 */
export async function lockLeads(scope: Scope, ids: readonly string[]): Promise<LockedLead[]> {
  const leads = await scope.db.$queryRaw<Omit<LockedLead, "cancelled">[]>`
    select id, company_name as company, status, affiliate_id as "affiliateId" from lead
    where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[])
    order by id for no key update`;
  // A statement after the locks, so that it sees a deal that has just been ended or goes on.
  const won = leads.filter(({ status }) => status === "converted").map(({ id }) => id);
  const cancelled = new Set(won.length > 0 ? await cancelledLeads(scope, won) : []);
  return leads.map((lead) => ({ ...lead, cancelled: cancelled.has(lead.id) }));
}

/** Those of these won leads of whose deals nothing is left. */
export async function cancelledLeads(scope: Scope, ids: string[]): Promise<string[]> {
  const rows = await scope.db.$queryRaw<{ lead_id: string }[]>(sql`
    select d.lead_id from deal d where d.org_id = ${scope.orgId}::uuid and d.lead_id = any(${ids}::uuid[])
    group by d.lead_id having bool_and(not ${isWon})`);
  return rows.map(({ lead_id }) => lead_id);
}

/** Says of a lead why it stays as it is. */
export const refusedFor = ({ company, status }: LockedLead, code: RefusedLead["code"]): RefusedLead => ({
  company,
  status,
  code,
});

/** Those of the ids that are not leads of the organization. */
export function unknownLeads(ids: readonly string[], found: readonly LockedLead[]): RefusedLead[] {
  return Array.from({ length: ids.length - found.length }, () => ({
    company: null,
    status: null,
    code: "not_found" as const,
  }));
}
