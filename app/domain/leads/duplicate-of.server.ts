import { todayIn, type Day } from "../shared/dates";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";

export interface FirstLead {
  id: string;
  company: string;
  status: LeadStatus;
  affiliateId: string | null;
  /** Name of its affiliate; null without one. */
  affiliate: string | null;
  createdOn: Day;
}

/**
 * Returns the organization's first lead with this lead's email address; null if it is this lead (LEAD-12).
 * Throws `forbidden`.
 */
export async function duplicateOf(scope: Scope, lead: { id: string; email: string }): Promise<FirstLead | null> {
  requireStaff(scope);
  const first = await scope.db.lead.findFirst({
    where: { email: lead.email },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: {
      id: true,
      companyName: true,
      status: true,
      affiliateId: true,
      createdAt: true,
      affiliate: { select: { name: true } },
    },
  });
  if (!first || first.id === lead.id) return null;
  return {
    id: first.id,
    company: first.companyName,
    status: first.status as LeadStatus,
    affiliateId: first.affiliateId,
    affiliate: first.affiliate?.name ?? null,
    createdOn: todayIn((await scope.organization()).timeZone, first.createdAt),
  };
}
