import { hasOwnFilter } from "../fields/own-filter";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { MAX_LEADS } from "./lead-batch";
import type { LeadFilter } from "./lead-filter";
import { leadIds, usualLeadOrder } from "./list-leads.server";
import { matchAllLeads } from "./match-leads.server";

/**
 * Returns the ids of all leads with these statuses that match a filter, of all pages of a list.
 * Throws `too_many_leads`, `leads_required` (none matches), `search_too_wide`, `forbidden`.
 */
export async function chooseMatchingLeads(
  scope: Scope,
  { statuses, filter }: { statuses: readonly LeadStatus[]; filter: LeadFilter },
): Promise<string[]> {
  requireStaff(scope);
  const isSearch = filter.search !== "" || hasOwnFilter(filter.own);
  const matches = isSearch ? await matchAllLeads(scope, filter, statuses) : null;
  const ids = await leadIds(scope, { statuses, filter, matches, order: usualLeadOrder, size: MAX_LEADS });
  if (ids === null) throw new DomainError("too_many_leads", { max: MAX_LEADS });
  if (ids.length === 0) throw new DomainError("leads_required");
  return ids;
}
