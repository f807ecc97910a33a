import type { FoundCommissions } from "./commission";
import { DomainError } from "../shared/errors";
import { matchingDeals, matchingReceipts, MAX_MATCHES } from "../shared/matching.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { containsAllWords } from "../shared/search";

/** What a search has found. */
export interface CommissionMatches extends FoundCommissions {
  /** Whether there may be more. */
  cut: boolean;
}

/** Limit for the affiliates that a search finds by name. */
const MAX_AFFILIATES = 50;

/** Limit for the deals of a file, which must be complete. */
const MAX_IN_FILE = 10_000;

/**
 * Returns the commissions that match a search, those of up to `most` deals: by title, company, contact or email address of the lead,
 * by the name of the affiliate, or by a receipt; null without a search. Throws `forbidden`.
 */
export async function matchCommissions(
  scope: Scope,
  search: string,
  affiliateId: string | null,
  most = MAX_MATCHES,
): Promise<CommissionMatches | null> {
  requireStaff(scope);
  const deals = await matchingDeals(scope, search, { affiliateId }, most);
  if (!deals) return null;
  const receipts = (await matchingReceipts(scope, search, most)) ?? [];
  const affiliates = await scope.db.affiliate.findMany({
    where: { ...containsAllWords(search), ...(affiliateId && { id: affiliateId }) },
    select: { id: true },
    take: MAX_AFFILIATES,
  });
  const theirs =
    affiliates.length === 0
      ? []
      : await scope.db.deal.findMany({
          where: { affiliateId: { in: affiliates.map(({ id }) => id) } },
          orderBy: [{ closeDate: "desc" }, { id: "desc" }],
          select: { id: true },
          take: most,
        });
  const cut = [deals, receipts, theirs].some(({ length }) => length === most) || affiliates.length === MAX_AFFILIATES;
  return { dealIds: [...new Set([...deals, ...theirs.map(({ id }) => id)])], ids: receipts, cut };
}

/** Returns all of them, for a file. Throws `search_too_wide`, `forbidden`. */
export async function matchAllCommissions(scope: Scope, search: string, affiliateId: string | null) {
  const matches = await matchCommissions(scope, search, affiliateId, MAX_IN_FILE + 1);
  if (matches?.cut) throw new DomainError("search_too_wide", { max: MAX_IN_FILE });
  return matches;
}
