import { recordId } from "../shared/fields";
import type { Direction } from "../shared/page";
import { openLeadStatuses, type LeadStatus } from "./lead";
import { NO_AFFILIATE } from "./lead.schema";

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

/** What the lists of the leads screen are narrowed by. */
export interface LeadFilter {
  /** Company, contact, e-mail; of deals the title too. */
  search: string;
  /** The id of one, NO_AFFILIATE for leads that belong to none, null for all. */
  affiliate: string | null;
}

export const everything: LeadFilter = { search: "", affiliate: null };

/** Reads a filter from an address; what is not understood narrows nothing. */
export function parseLeadFilter(params: URLSearchParams): LeadFilter {
  const affiliate = params.get("affiliate");
  const known = affiliate === NO_AFFILIATE || recordId.safeParse(affiliate).success;
  return {
    search: params.get("q")?.replaceAll("\0", "").trim().slice(0, 200) ?? "",
    affiliate: known ? affiliate : null,
  };
}

/** Whether it narrows anything. */
export const isNarrow = ({ search, affiliate }: LeadFilter): boolean => search !== "" || affiliate !== null;

/** The affiliate of a filter as a condition of Prisma. */
export function ofAffiliate({ affiliate }: LeadFilter): { affiliateId?: string | null } {
  if (affiliate === null) return {};
  return { affiliateId: affiliate === NO_AFFILIATE ? null : affiliate };
}

/**
 * Prisma's order of a list that is narrowed so. Postgres knows that "= x" leaves the order of an index as it is; of "is null"
 * it has to be told, or it sorts all of them.
 */
export function inOrderOf<Order extends object>(
  { affiliate }: LeadFilter,
  direction: Direction,
  order: Order[],
): (Order | { affiliateId: Direction })[] {
  return affiliate === NO_AFFILIATE ? [{ affiliateId: direction }, ...order] : order;
}
