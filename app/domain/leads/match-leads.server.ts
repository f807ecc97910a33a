import { ownConditions } from "../fields/own-matches.server";
import { NO_AFFILIATE } from "../shared/id-digits";
import { DomainError } from "../shared/errors";
import { matchingLeads, MAX_MATCHES } from "../shared/matching.server";
import { isWithin } from "../shared/period";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { MINE, NO_MEMBER, stepState, type LeadWork } from "./lead-work";
import { ofWork } from "./work-filter.server";
import { haveReached, inPeriod, isOfWork, ofAffiliate, type LeadFilter, type LeadTab } from "./lead-filter";

/** The newest matches of a search. */
export interface Matches {
  ids: string[];
  /** Whether there may be more. */
  cut: boolean;
}

/** Returns up to `most` leads of these statuses that match a search or own fields; null without either. */
export async function matchLeads(
  scope: Scope,
  filter: LeadFilter,
  statuses: readonly LeadStatus[],
  most = MAX_MATCHES,
): Promise<Matches | null> {
  const { search, affiliateId } = searched(filter);
  const conditions = await ownConditions(scope, "lead", filter.own, filter.locale);
  const ids = await matchingLeads(scope, search, { statuses, affiliateId, conditions }, most);
  const lost = statuses.every((status) => status === "lost");
  const work = await ofWork(scope, filter);
  const narrowed = (among: string[]) =>
    scope.db.lead.findMany({
      where: {
        AND: [inPeriod(filter.period, lost), haveReached(filter.reached), work],
        id: { in: among },
        ...ofAffiliate(filter),
      },
      select: { id: true },
    });
  return ids && matchesOf(ids, filter, most, narrowed);
}

/**
 * Returns whether a filtered view of the pipeline contains this lead, which was created today. True for all other
 * views, which do not list open leads.
 * Throws `forbidden`.
 */
export async function showsLead(
  scope: Scope,
  view: { tab: LeadTab; status: LeadStatus | null; filter: LeadFilter },
  lead: { id: string; status: LeadStatus; affiliateId: string | null; work: LeadWork },
): Promise<boolean> {
  requireStaff(scope);
  const { tab, status, filter } = view;
  if (tab !== "pipeline") return true;
  if (status && status !== lead.status) return false;
  if (filter.affiliate && filter.affiliate !== (lead.affiliateId ?? NO_AFFILIATE)) return false;
  const today = await scope.today();
  if (!isWithin(today, filter.period ?? null)) return false;
  const { responsible, nextStepOn } = lead.work;
  const member = filter.responsible === MINE ? actingUser(scope) : filter.responsible;
  if (member && member !== (responsible ?? NO_MEMBER)) return false;
  if (filter.step && filter.step !== stepState(nextStepOn, today)) return false;
  const matches = await matchLeads(scope, filter, [lead.status]);
  return !matches || matches.ids.includes(lead.id);
}

/** Limit for a search whose result must be complete. */
export const MAX_FOUND = 10_000;

/**
 * Returns all leads of these statuses that match a search or own fields; null without either.
 * Throws `search_too_wide`, `forbidden`.
 */
export async function matchAllLeads(scope: Scope, filter: LeadFilter, statuses: readonly LeadStatus[]) {
  requireStaff(scope);
  return whole(await matchLeads(scope, filter, statuses, MAX_FOUND + 1));
}

/** Exports and the API must fail instead of truncating; only the screen can show a notice. */
export function whole(matches: Matches | null): Matches | null {
  if (matches?.cut) throw new DomainError("search_too_wide", { max: MAX_FOUND });
  return matches;
}

export const searched = ({ search, affiliate }: LeadFilter) => ({
  search,
  affiliateId: affiliate === NO_AFFILIATE ? null : affiliate,
});

/** The search can be limited to one affiliate; all other filters apply to its results. */
export async function matchesOf(
  ids: string[],
  filter: LeadFilter,
  most: number,
  narrowed: (among: string[]) => Promise<{ id: string }[]>,
): Promise<Matches> {
  const cut = ids.length === most;
  const { affiliate, period, reached, deals } = filter;
  if (affiliate !== NO_AFFILIATE && !period && !reached && !deals && !isOfWork(filter)) return { ids, cut };
  const kept = new Set((await narrowed(ids)).map(({ id }) => id));
  return { ids: ids.filter((id) => kept.has(id)), cut };
}
