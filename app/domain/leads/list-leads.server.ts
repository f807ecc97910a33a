import { hasOwnFilter } from "../fields/own-filter";
import type { Order } from "../shared/order";
import { afterCursor, inOrder, readCursor, momentKey, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { dateFromDay, dayFromDate, isDay, type Day } from "../shared/dates";
import { leadStatuses, type LeadStatus } from "./lead";
import { leadCards, type LeadCard } from "./lead-cards.server";
import { leadFacts, type LeadFacts } from "./lead-facts.server";
import {
  noFilter,
  haveReached,
  inOrderOf,
  inPeriod,
  ofAffiliate,
  type LeadFilter,
  type LeadOrder,
} from "./lead-filter";
import type { Matches } from "./match-leads.server";

export interface LeadListQuery extends PageRequest {
  statuses: readonly LeadStatus[];
  filter?: LeadFilter;
  /** Result of the filter's search. */
  matches?: Matches | null;
  /** The order by `lost` is for lost leads only. */
  order?: Order<LeadOrder | "lost">;
  /** Only leads created at or after this time; in the usual order. */
  createdSince?: Date | null;
  /** Rows per page. */
  size?: number;
}

/** Newest first. */
export const usualLeadOrder: Order<LeadOrder> = { by: "created", direction: "desc" };

/** For lost leads, latest loss first. */
export const latestLost: Order<"lost"> = { by: "lost", direction: "desc" };

type Placed = { createdAt: Date; search: string; lostOn: Date | null };

/**
 * The sort key of each order. The search text starts with the company in lower case without accents, which results in
 * dictionary order.
 */
const columns = {
  created: {
    column: "createdAt",
    valid: momentKey.valid,
    value: momentKey.value,
    keyOf: (lead: Placed) => momentKey.of(lead.createdAt),
  },
  company: {
    column: "search",
    valid: (key: string) => /^[\w-]*$/.test(key) && !textOf(key).includes("\0"),
    value: textOf,
    keyOf: (lead: Placed) => Buffer.from(lead.search).toString("base64url"),
  },
  lost: {
    column: "lostOn",
    valid: isDay,
    value: (key: string) => dateFromDay(key as Day),
    keyOf: (lead: Placed) => (lead.lostOn ? dayFromDate(lead.lostOn) : ""),
  },
} satisfies Record<LeadOrder | "lost", object>;

function textOf(key: string): string {
  return Buffer.from(key, "base64url").toString();
}

/**
 * Returns whether open leads can be sorted by company quickly: all leads of the organization, or the few that a search
 * has found.
 */
export const mayOrderByCompany = ({ search, own, affiliate, period }: LeadFilter): boolean =>
  search !== "" || hasOwnFilter(own) || (affiliate === null && !period);

/**
 * Returns a page of the leads with these statuses (LEAD-01, LEAD-05).
 * Throws `forbidden`.
 */
export async function listLeads(scope: Scope, wanted: LeadListQuery): Promise<Page<LeadCard>> {
  const { rows: ids, ...page } = await pageOfLeads(scope, wanted);
  return { ...page, rows: await leadCards(scope, { ids }) };
}

/**
 * Returns a page of leads with all their entered data.
 * Throws `forbidden`.
 */
export async function listLeadFacts(scope: Scope, wanted: LeadListQuery): Promise<Page<LeadFacts>> {
  const { rows: ids, ...page } = await pageOfLeads(scope, wanted);
  return { ...page, rows: await leadFacts(scope, ids) };
}

/**
 * Returns the ids of a page.
 * Throws `forbidden`.
 */
async function pageOfLeads(scope: Scope, wanted: LeadListQuery): Promise<Page<string>> {
  requireStaff(scope);
  const { statuses, filter = noFilter, matches, order = usualLeadOrder, createdSince } = wanted;
  const { column, valid, value, keyOf } = columns[order.by];
  const pageCursor = readCursor(wanted, order.direction, valid, wanted.size);
  const read = await scope.db.lead.findMany({
    where: {
      AND: [
        afterCursor<unknown>(pageCursor, column, value),
        inPeriod(filter.period, order.by === "lost"),
        ofStatuses(statuses),
        haveReached(filter.reached),
        createdSince ? { createdAt: { gte: createdSince } } : {},
      ],
      ...ofAffiliate(filter),
      ...(matches && { id: { in: matches.ids } }),
    },
    orderBy: inOrderOf(filter, pageCursor.direction, inOrder(pageCursor, column)),
    take: pageCursor.take,
    select: { id: true, createdAt: true, search: true, lostOn: true },
  });
  const { rows, ...page } = pageCursor.page(read, keyOf);
  return { ...page, rows: rows.map(({ id }) => id) };
}

/** For one status Postgres uses the index of all leads, for open leads their own index. */
function ofStatuses(statuses: readonly LeadStatus[]) {
  if (statuses.length === leadStatuses.length) return {};
  return { status: statuses.length === 1 ? statuses[0]! : { in: [...statuses] } };
}
