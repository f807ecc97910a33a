import { dayFromDate, type Day } from "../shared/dates";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";

/** A lead with all that was entered of it, and the days of its steps. */
export interface LeadFacts {
  id: string;
  status: LeadStatus;
  company: string;
  contact: string;
  email: string;
  phone: string | null;
  notes: string | null;
  affiliateId: string | null;
  affiliate: string | null;
  submittedOn: Day;
  qualifiedOn: Day | null;
  wonOn: Day | null;
  lostOn: Day | null;
}

const dayOf = (date: Date | null): Day | null => date && dayFromDate(date);

/** The leads with these ids, in their order. For staff only: the caller has asked. */
export async function leadFacts(scope: Scope, ids: string[]): Promise<LeadFacts[]> {
  const rows = await scope.db.$queryRaw<
    (Pick<LeadFacts, "id" | "status" | "company" | "contact" | "email" | "phone" | "notes"> & {
      affiliate_id: string | null;
      affiliate: string | null;
      submitted_on: Date;
      qualified_on: Date | null;
      won_on: Date | null;
      lost_on: Date | null;
    })[]
  >`
    select l.id, l.status, l.company_name as company, l.contact_person as contact, l.email, l.phone, l.notes,
           l.affiliate_id, a.name as affiliate, l.submitted_on, l.qualified_on, l.won_on, l.lost_on
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join lead l on l.org_id = ${scope.orgId}::uuid and l.id = wanted.id
    left join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = l.affiliate_id
    order by wanted.position`;
  return rows.map(({ affiliate_id, submitted_on, qualified_on, won_on, lost_on, ...lead }) => ({
    ...lead,
    affiliateId: affiliate_id,
    submittedOn: dayFromDate(submitted_on),
    qualifiedOn: dayOf(qualified_on),
    wonOn: dayOf(won_on),
    lostOn: dayOf(lost_on),
  }));
}
