import { NO_AFFILIATE } from "../shared/id-digits";
import { cut } from "../shared/damaged";
import { isId } from "../shared/id-digits";
import { addDays, dateFromDay } from "../shared/dates";
import type { Direction } from "../shared/page";
import type { Period } from "../shared/period";
import { openLeadStatuses, type LeadStatus, type ReachedStep } from "./lead";

/** The views of the leads screen: open leads, the deals won from them, lost leads. */
export const leadTabs = ["pipeline", "deals", "archive"] as const;
export type LeadTab = (typeof leadTabs)[number];

/** The leads of each view. */
export const statusesOf: Record<LeadTab, readonly LeadStatus[]> = {
  pipeline: openLeadStatuses,
  deals: ["converted"],
  archive: ["lost"],
};

/** What the list of open leads can be sorted by. */
export const leadOrders = ["created", "company"] as const;
export type LeadOrder = (typeof leadOrders)[number];

/**
 * Which deals a list can be narrowed to: those that count as won, which canceled ones do not, those with something to
 * pay, or those of which something is owed back.
 */
export const dealChoices = ["won", "unpaid", "owed_back"] as const;
export type DealChoice = (typeof dealChoices)[number];

/** What the lists of the leads screen are narrowed by. */
export interface LeadFilter {
  /** Company, contact, e-mail; of deals the title too. */
  search: string;
  /** The id of one, NO_AFFILIATE for leads that belong to none, null for all. */
  affiliate: string | null;
  /** Leads submitted, deals closed and, in the archive, leads lost in it; null for all days. */
  period?: Period | null;
  /** Only leads that have ever come as far as this step; null for all. */
  reached?: ReachedStep | null;
  /** Only some deals. */
  deals?: DealChoice | null;
}

export const everything: LeadFilter = { search: "", affiliate: null };

/** Reads the filter from search parameters, without the period, which needs a calendar. Unknown values are ignored. */
export function parseLeadFilter(params: URLSearchParams): LeadFilter {
  const affiliate = params.get("affiliate");
  const known = affiliate === NO_AFFILIATE || isId(affiliate);
  return {
    search: cut(params.get("q")?.replaceAll("\0", "").trim() ?? "", 200),
    affiliate: known ? affiliate : null,
  };
}

/** Whether it narrows anything. */
export const isNarrow = ({ search, affiliate, period, reached, deals }: LeadFilter): boolean =>
  search !== "" || affiliate !== null || Boolean(period) || Boolean(reached) || Boolean(deals);

/** The affiliate of a filter as a condition of Prisma. */
export function ofAffiliate({ affiliate }: LeadFilter): { affiliateId?: string | null } {
  if (affiliate === null) return {};
  return { affiliateId: affiliate === NO_AFFILIATE ? null : affiliate };
}

/**
 * The leads that have come as far as a step, as a condition of Prisma. The triggers of the table `aggregate` and
 * sums-of-period.server.ts count by the same rule: a lead that was won without being qualified counts as both, one that
 * was qualified and is lost as qualified.
 */
export function haveReached(step: ReachedStep | null | undefined) {
  if (!step) return {};
  if (step === "won") return { status: "converted" };
  return { OR: [{ status: { in: ["qualified", "converted"] } }, { qualifiedOn: { not: null } }] };
}

/** The days of a period as a condition of Prisma. */
export const daysOf = (period: Period) => ({ gte: dateFromDay(period.from), lte: dateFromDay(period.to) });

/** The moments that can be on its days in some time zone. */
export const momentsOf = (period: Period) => ({
  gte: dateFromDay(addDays(period.from, -1)),
  lt: dateFromDay(addDays(period.to, 2)),
});

/**
 * The leads of a period as a condition of Prisma: lost in it, else submitted in it. The moments say the same less
 * exactly; lists in the order of the moments are read from an index by them.
 */
export function inPeriod(period: Period | null | undefined, lost: boolean) {
  if (!period) return {};
  return lost ? { lostOn: daysOf(period) } : { createdAt: momentsOf(period), submittedOn: daysOf(period) };
}

/**
 * Prisma's order of a filtered list. With "affiliate_id = x" Postgres reads the index in order. With "affiliate_id
 * is null" it does so only if the order names that column first; otherwise it sorts all rows.
 */
export function inOrderOf<Order extends object>(
  { affiliate }: LeadFilter,
  direction: Direction,
  order: Order[],
): (Order | { affiliateId: Direction })[] {
  return affiliate === NO_AFFILIATE ? [{ affiliateId: direction }, ...order] : order;
}
