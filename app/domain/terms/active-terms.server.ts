import type { AffiliateTerm } from "#prisma";
import type { PricingTerms } from "./pricing";
import { dayFromDate } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import { tiersFromDatabase } from "./tiers";

/** The terms that price an affiliate's next deal, or null: none are set, or the lead has no affiliate. */
export async function activeTerms(scope: Scope, affiliateId: string | null): Promise<PricingTerms | null> {
  if (!affiliateId) return null;
  const term = await scope.db.affiliateTerm.findFirst({ where: { affiliateId, status: "active" } });
  return term && pricingTerms(term);
}

/** A version of terms, in force or not: a deal keeps the one it was won under. Null when there is none of that id. */
export async function termsOf(scope: Scope, termId: string | null): Promise<PricingTerms | null> {
  if (!termId) return null;
  const term = await scope.db.affiliateTerm.findFirst({ where: { id: termId } });
  return term && pricingTerms(term);
}

/** The columns of a version of terms that decide what a deal pays. */
export function pricingTerms(term: AffiliateTerm): PricingTerms {
  return {
    id: term.id,
    version: term.version,
    startDate: dayFromDate(term.startDate),
    revShareBp: term.revShareBp,
    fixedAmount: term.fixedAmount === null ? null : fromDatabase(term.fixedAmount),
    tiers: tiersFromDatabase(term.tiers),
    currency: term.currency,
  };
}
