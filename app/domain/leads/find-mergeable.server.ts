import { todayIn, type Day } from "../shared/dates";
import { isErased } from "../shared/erased";
import { matchingLeads } from "../shared/matching.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { searchWords } from "../shared/search";
import { leadStatuses, type LeadStatus } from "./lead";

/** A lead that another may be merged with. */
export interface MergeableLead {
  id: string;
  company: string;
  contact: string;
  status: LeadStatus;
  affiliateId: string | null;
  affiliate: string | null;
  createdOn: Day;
  /** Whether it has the same email address. */
  sameEmail: boolean;
}

/** Limit for the leads that are offered. */
const MAX_OFFERED = 8;

/**
 * Finds leads that a lead may be merged with: those that contain every word of a text, or without words those with its
 * address or its company's name. Those with its address come first.
 * Throws `forbidden`.
 */
export async function findMergeable(
  scope: Scope,
  lead: { id: string; email: string; company: string },
  text: string,
): Promise<MergeableLead[]> {
  requireStaff(scope);
  const isSearch = searchWords(text).length > 0;
  const twins = isSearch
    ? []
    : await scope.db.lead.findMany({ where: { email: lead.email }, select: { id: true }, take: MAX_OFFERED + 1 });
  const named = await matchingLeads(scope, isSearch ? text : lead.company, { statuses: leadStatuses }, MAX_OFFERED + 1);
  const ids = [...new Set([...twins.map(({ id }) => id), ...(named ?? [])])].filter((id) => id !== lead.id);
  const found = await scope.db.lead.findMany({
    where: { id: { in: ids } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { affiliate: { select: { name: true } } },
  });
  const { timeZone } = await scope.organization();
  return found
    .filter(({ email }) => !isErased(email))
    .map((one) => ({
      id: one.id,
      company: one.companyName,
      contact: one.contactPerson,
      affiliateId: one.affiliateId,
      status: one.status as LeadStatus,
      affiliate: one.affiliate?.name ?? null,
      createdOn: todayIn(timeZone, one.createdAt),
      sameEmail: one.email === lead.email,
    }))
    .toSorted((one, two) => Number(two.sameEmail) - Number(one.sameEmail))
    .slice(0, MAX_OFFERED);
}
