import { ownConditions } from "../fields/own-matches.server";
import { leadStatuses, type LeadStatus } from "../leads/lead";
import { daysOf, ofAffiliate, statusesOf, type LeadFilter, type LeadTab } from "../leads/lead-filter";
import { matchesOf, matchLeads, MAX_FOUND, searched, whole, type Matches } from "../leads/match-leads.server";
import { matchingDeals, MAX_MATCHES } from "../shared/matching.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { chosenDeals } from "./won-deals.server";

/**
 * The matches of each view of the leads screen, and of the displayed list; null for a view that is not filtered, as
 * that of deals by a field of leads.
 */
type ScreenMatches = Record<LeadTab | "shown", Matches | null>;

/**
 * Returns the matches of the leads screen for a tab, for all leads or for a status; null without any filter by words or
 * own fields. The tabs do not list deals separately. The search returns only the newest matches, so older ones of a
 * narrower list may be missing among those of a tab. Such a list runs its own search. Throws `forbidden`.
 */
export async function matchScreen(
  scope: Scope,
  filter: LeadFilter,
  { tab, all, status }: { tab: LeadTab; all?: boolean; status?: LeadStatus | null },
): Promise<ScreenMatches | null> {
  requireStaff(scope);
  const whole = { ...filter, reached: null, deals: null };
  const pipeline = await matchLeads(scope, whole, statusesOf.pipeline);
  const deals = await matchDeals(scope, whole);
  const archive = await matchLeads(scope, whole, statusesOf.archive);
  if (!pipeline && !deals) return null;
  const tabs = { pipeline, deals, archive };
  const narrower =
    all || status
      ? await matchLeads(scope, filter, status ? [status] : leadStatuses)
      : filter.deals && filter.deals !== "unpaid" && (await matchDeals(scope, filter));
  return { ...tabs, shown: narrower || tabs[tab] };
}

/** Returns up to `most` deals that match a search or own fields; null without either. */
export async function matchDeals(scope: Scope, filter: LeadFilter, most = MAX_MATCHES): Promise<Matches | null> {
  const { search, affiliateId } = searched(filter);
  const conditions = await ownConditions(scope, "deal", filter.own, filter.locale);
  const ids = await matchingDeals(scope, search, { affiliateId, conditions }, most);
  const narrowed = (among: string[]) =>
    scope.db.deal.findMany({
      where: {
        id: { in: among },
        ...ofAffiliate(filter),
        ...chosenDeals(filter),
        ...(filter.period && { closeDate: daysOf(filter.period) }),
      },
      select: { id: true },
    });
  return ids && matchesOf(ids, filter, most, narrowed);
}

/**
 * Returns all deals that match a search or own fields; null without either.
 * Throws `search_too_wide`, `forbidden`.
 */
export async function matchAllDeals(scope: Scope, filter: LeadFilter) {
  requireStaff(scope);
  return whole(await matchDeals(scope, filter, MAX_FOUND + 1));
}
