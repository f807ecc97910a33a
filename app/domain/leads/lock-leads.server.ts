import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import type { RefusedLead } from "./lead-batch";

/** A lead, locked until the end of the transaction. */
export interface LockedLead {
  id: string;
  company: string;
  status: LeadStatus;
  affiliateId: string | null;
}

/**
 * Locks leads and reads them. Whoever locks several does so in the order of the ids: in different orders two actions could
 * block each other. Leads come before affiliates, and these before notices. Unknown ids are left out.
 */
export async function lockLeads(scope: Scope, ids: readonly string[]): Promise<LockedLead[]> {
  return scope.db.$queryRaw<LockedLead[]>`
    select id, company_name as company, status, affiliate_id as "affiliateId" from lead
    where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[])
    order by id for no key update`;
}

/** Says of a lead why it stays as it is. */
export const refusedFor = ({ company, status }: LockedLead, code: RefusedLead["code"]): RefusedLead => ({
  company,
  status,
  code,
});

/** Those of the ids that are not leads of the organisation. */
export function unknownLeads(ids: readonly string[], found: readonly LockedLead[]): RefusedLead[] {
  return Array.from({ length: ids.length - found.length }, () => ({
    company: null,
    status: null,
    code: "not_found" as const,
  }));
}
