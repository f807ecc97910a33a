import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** More than an agency works with; beyond it a list to choose from is no help. */
const MOST = 1000;

export interface AffiliateChoice {
  id: string;
  name: string;
}

/** The organisation's affiliates by name, to choose from. Throws `forbidden`. */
export async function affiliateChoices(scope: Scope): Promise<AffiliateChoice[]> {
  requireStaff(scope);
  return scope.db.affiliate.findMany({
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MOST,
    select: { id: true, name: true },
  });
}
