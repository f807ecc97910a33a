import type { PricingTerms } from "../deals/pricing";
import { dayFromDate } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";

/** The terms that price an affiliate's next deal, or null: none are set, or the lead has no affiliate. */
export async function activeTerms(scope: Scope, affiliateId: string | null): Promise<PricingTerms | null> {
  if (!affiliateId) return null;
  const term = await scope.db.affiliateTerm.findFirst({ where: { affiliateId, status: "active" } });
  return (
    term && {
      id: term.id,
      version: term.version,
      startDate: dayFromDate(term.startDate),
      revShareBp: term.revShareBp,
      fixedAmount: term.fixedAmount === null ? null : fromDatabase(term.fixedAmount),
      currency: term.currency,
    }
  );
}
