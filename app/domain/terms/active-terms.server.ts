import type { AffiliateTerm, Deal } from "#prisma";
import type { PricingTerms } from "./pricing";
import { dayFromDate } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import { tiersFromDatabase } from "./tiers";

/** Returns the terms that price an affiliate's next deal; null without terms or without an affiliate. */
export async function activeTerms(scope: Scope, affiliateId: string | null): Promise<PricingTerms | null> {
  if (!affiliateId) return null;
  const term = await scope.db.affiliateTerm.findFirst({ where: { affiliateId, status: "active" } });
  return term && pricingTerms(term);
}

/**
 * Returns a version of the terms, active or not, because a deal keeps the version it was won under. Null if not found.
 */
export async function termsOf(scope: Scope, termId: string | null): Promise<PricingTerms | null> {
  if (!termId) return null;
  const term = await scope.db.affiliateTerm.findFirst({ where: { id: termId } });
  return term && pricingTerms(term);
}

/** Returns what a version of the terms says about when a commission is due; the default without terms. */
export async function dueRuleOf(scope: Scope, termId: string | null): Promise<Pick<Deal, "dueWhen" | "holdingDays">> {
  const rule = { dueWhen: true, holdingDays: true } as const;
  const term = termId ? await scope.db.affiliateTerm.findFirst({ where: { id: termId }, select: rule }) : null;
  return term ?? { dueWhen: "period", holdingDays: 0 };
}

/** Returns the columns of a version of the terms that determine a commission. */
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
