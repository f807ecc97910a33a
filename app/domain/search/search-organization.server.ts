import type { AffiliateStatus } from "../affiliates/affiliate";
import { leadStatuses, type LeadStatus } from "../leads/lead";
import { matchingDeals, matchingLeads } from "../shared/matching.server";
import { fromDatabase, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { containsAllWords, searchWords } from "../shared/search";

/** The first results of one kind. `more` reports whether there are others. */
export interface Hits<Hit> {
  hits: Hit[];
  more: boolean;
}

export interface SearchResult {
  leads: Hits<{
    id: string;
    company: string;
    contact: string;
    status: LeadStatus;
    affiliateId: string | null;
    affiliate: string | null;
  }>;
  deals: Hits<{
    id: string;
    title: string;
    company: string;
    amount: Money;
    affiliateId: string | null;
    affiliate: string | null;
  }>;
  affiliates: Hits<{ id: string; name: string; email: string; status: AffiliateStatus }>;
}

/**
 * Finds the organization's leads, deals and affiliates that contain every word of a text, regardless of case and
 * accents (ORG-04). Leads and deals are sorted newest first, affiliates by name, with up to `most` of each kind. A text
 * without words finds nothing.
 * Throws `forbidden`.
 */
export async function searchOrganization(scope: Scope, text: string, most: number): Promise<SearchResult> {
  requireStaff(scope);
  if (searchWords(text).length === 0) {
    return { leads: hitsOf([], most), deals: hitsOf([], most), affiliates: hitsOf([], most) };
  }
  return {
    leads: hitsOf(await findLeads(scope, text, most + 1), most),
    deals: hitsOf(await findDeals(scope, text, most + 1), most),
    affiliates: hitsOf(await findAffiliates(scope, text, most + 1), most),
  };
}

const hitsOf = <Hit>(found: Hit[], most: number): Hits<Hit> => ({
  hits: found.slice(0, most),
  more: found.length > most,
});

const nameOfAffiliate = { affiliateId: true, affiliate: { select: { name: true } } } as const;

async function findLeads(scope: Scope, text: string, take: number) {
  const ids = await matchingLeads(scope, text, { statuses: leadStatuses }, take);
  // What a merged lead was called leads to the one that stays.
  const merged = await scope.db.mergedLead.findMany({ where: containsAllWords(text), select: { leadId: true }, take });
  const found = [...new Set([...(ids ?? []), ...merged.map(({ leadId }) => leadId)])];
  if (found.length === 0) return [];
  const leads = await scope.db.lead.findMany({
    where: { id: { in: found } },
    take,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, companyName: true, contactPerson: true, status: true, ...nameOfAffiliate },
  });
  return leads.map((lead) => ({
    id: lead.id,
    company: lead.companyName,
    contact: lead.contactPerson,
    status: lead.status as LeadStatus,
    affiliateId: lead.affiliateId,
    affiliate: lead.affiliate?.name ?? null,
  }));
}

async function findDeals(scope: Scope, text: string, take: number) {
  const ids = await matchingDeals(scope, text, {}, take);
  if (!ids?.length) return [];
  const deals = await scope.db.deal.findMany({
    where: { id: { in: ids } },
    orderBy: [{ closeDate: "desc" }, { id: "desc" }],
    select: {
      id: true,
      title: true,
      amount: true,
      currency: true,
      ...nameOfAffiliate,
      lead: { select: { companyName: true } },
    },
  });
  return deals.map((deal) => ({
    id: deal.id,
    title: deal.title,
    company: deal.lead.companyName,
    amount: { amount: fromDatabase(deal.amount), currency: deal.currency },
    affiliateId: deal.affiliateId,
    affiliate: deal.affiliate?.name ?? null,
  }));
}

async function findAffiliates(scope: Scope, text: string, take: number) {
  // What a merged affiliate was called leads to the one who stays.
  const merged = await scope.db.mergedAffiliate.findMany({
    where: containsAllWords(text),
    select: { affiliateId: true },
    take,
  });
  const affiliates = await scope.db.affiliate.findMany({
    where: { OR: [containsAllWords(text), { id: { in: merged.map(({ affiliateId }) => affiliateId) } }] },
    orderBy: [{ search: "asc" }, { id: "asc" }],
    take,
    select: { id: true, name: true, email: true, status: true },
  });
  return affiliates.map((one) => ({ ...one, status: one.status as AffiliateStatus }));
}
