import type { PricingTerms } from "./pricing";
import type { Scope } from "../shared/scope";
import { pricingTerms } from "./active-terms.server";
import type { cadences, DueWhen } from "./term";

export interface TermView extends PricingTerms {
  active: boolean;
  cadence: (typeof cadences)[number];
  dueWhen: DueWhen;
  holdingDays: number;
  /** ISO time. */
  createdAt: string;
}

/** Lists the versions of an affiliate's terms, newest first; `active` marks the current one. */
export async function listTerms(scope: Scope, affiliateId: string): Promise<TermView[]> {
  const terms = await scope.db.affiliateTerm.findMany({
    where: { affiliateId },
    orderBy: { version: "desc" },
  });
  return terms.map((term) => ({
    ...pricingTerms(term),
    active: term.status === "active",
    cadence: term.cadence as TermView["cadence"],
    dueWhen: term.dueWhen as DueWhen,
    holdingDays: term.holdingDays,
    createdAt: term.createdAt.toISOString(),
  }));
}
