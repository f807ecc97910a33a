import { NO_AFFILIATE, isId } from "../shared/id-digits";
import { hasOwnFilter, parseOwnFilter, type OwnFilter } from "../fields/own-filter";
import { cut } from "../shared/damaged";
import { addDays, dateFromDay } from "../shared/dates";
import type { Direction } from "../shared/page";
import type { Period } from "../shared/period";
import { MINE, NO_MEMBER, stepStates, type StepState } from "./lead-work";
import { openLeadStatuses, type LeadStatus, type ReachedStep } from "./lead";

/** Views of the leads screen: open leads, the deals won from them, lost leads. */
export const leadTabs = ["pipeline", "deals", "archive"] as const;
export type LeadTab = (typeof leadTabs)[number];

/** Statuses of the leads in each view. */
export const statusesOf: Record<LeadTab, readonly LeadStatus[]> = {
  pipeline: openLeadStatuses,
  deals: ["converted"],
  archive: ["lost"],
};

/** Columns by which the list of open leads can be sorted. */
export const leadOrders = ["created", "company"] as const;
export type LeadOrder = (typeof leadOrders)[number];

/**
 * The deals to which a list can be narrowed: those that count as won (without canceled ones), those with something to
 * pay, or those with something owed back.
 */
export const dealChoices = ["won", "unpaid", "owed_back"] as const;
export type DealChoice = (typeof dealChoices)[number];

/** Filter of the lists on the leads screen. */
export interface LeadFilter {
  /** Matches company, contact and email address; for deals also the title. */
  search: string;
  /** An affiliate's id, NO_AFFILIATE for leads without one, null for all. */
  affiliate: string | null;
  /** Period of submitted leads, closed deals and, in the archive, lost leads; null for all days. */
  period?: Period | null;
  /** Only leads that have ever reached this step; null for all. */
  reached?: ReachedStep | null;
  /** Narrows the list to some deals. */
  deals?: DealChoice | null;
  /** Open leads only: the user id of the responsible member, MINE, NO_MEMBER, or null for all. */
  responsible?: string | null;
  /** Open leads only: by their next step. */
  step?: StepState | null;
  /** Entries for own fields, of leads or of deals; those of the other list are ignored. */
  own?: OwnFilter;
  /** How the user writes the numbers in `own`. */
  locale?: string;
}

export const noFilter: LeadFilter = { search: "", affiliate: null };

/** Parses the filter from search parameters, without the period, which needs a calendar. Unknown values are ignored. */
export function parseLeadFilter(params: URLSearchParams): LeadFilter {
  const affiliate = params.get("affiliate");
  const own = parseOwnFilter(params);
  const known = affiliate === NO_AFFILIATE || isId(affiliate);
  return {
    search: cut(params.get("q")?.replaceAll("\0", "").trim() ?? "", 200),
    affiliate: known ? affiliate : null,
    ...(hasOwnFilter(own) && { own }),
  };
}

/** Parses the filter by the work on open leads from search parameters. */
export function parseWorkFilter(params: URLSearchParams): Pick<LeadFilter, "responsible" | "step"> {
  const responsible = params.get("responsible");
  const known = responsible === MINE || responsible === NO_MEMBER || isId(responsible);
  return {
    responsible: known ? responsible : null,
    step: stepStates.find((state) => state === params.get("step")) ?? null,
  };
}

/** Returns whether the filter concerns the work on leads. */
export const isOfWork = ({ responsible, step }: LeadFilter): boolean => Boolean(responsible) || Boolean(step);

/** Returns whether the filter restricts anything. */
export const isFiltered = (filter: LeadFilter): boolean =>
  filter.search !== "" ||
  filter.affiliate !== null ||
  Boolean(filter.period ?? filter.reached ?? filter.deals) ||
  hasOwnFilter(filter.own) ||
  isOfWork(filter);

/** Returns the filter's affiliate as a Prisma condition. */
export function ofAffiliate({ affiliate }: LeadFilter): { affiliateId?: string | null } {
  if (affiliate === null) return {};
  return { affiliateId: affiliate === NO_AFFILIATE ? null : affiliate };
}

/**
 * Returns a Prisma condition for the leads that have reached a step. The triggers of the table `aggregate` and
 * sums-of-period.server.ts apply the same rule: a lead won without qualification counts as both, a qualified lead that
 * is lost counts as qualified.
 */
export function haveReached(step: ReachedStep | null | undefined) {
  if (!step) return {};
  if (step === "won") return { status: "converted" };
  return { OR: [{ status: { in: ["qualified", "converted"] } }, { qualifiedOn: { not: null } }] };
}

/** Returns the days of a period as a Prisma condition. */
export const daysOf = (period: Period) => ({ gte: dateFromDay(period.from), lte: dateFromDay(period.to) });

/** Returns the times that may be on the days of a period in any time zone. */
export const momentsOf = (period: Period) => ({
  gte: dateFromDay(addDays(period.from, -1)),
  lt: dateFromDay(addDays(period.to, 2)),
});

/**
 * Returns the leads of a period as a Prisma condition: lost or submitted in it. The condition on times is wider; lists
 * ordered by time need it to be read from an index.
 */
export function inPeriod(period: Period | null | undefined, lost: boolean) {
  if (!period) return {};
  return lost ? { lostOn: daysOf(period) } : { createdAt: momentsOf(period), submittedOn: daysOf(period) };
}

/**
 * Returns Prisma's order of a filtered list. With "affiliate_id = x" Postgres reads the index in order. With
 * "affiliate_id is null" it does so only if the order names that column first; otherwise it sorts all rows.
 */
export function inOrderOf<Order extends object>(
  { affiliate }: LeadFilter,
  direction: Direction,
  order: Order[],
): (Order | { affiliateId: Direction })[] {
  return affiliate === NO_AFFILIATE ? [{ affiliateId: direction }, ...order] : order;
}
