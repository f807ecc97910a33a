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
  isOfWork,
  ofAffiliate,
  type LeadFilter,
  type LeadOrder,
} from "./lead-filter";
import { ofWork, pageOfWork, workKey } from "./work-filter.server";
import type { Matches } from "./match-leads.server";

export interface LeadListQuery extends PageRequest {
  statuses: readonly LeadStatus[];
  filter?: LeadFilter;
  /** Result of the filter's search. */
  matches?: Matches | null;
  /** The order by `lost` is for lost leads only, that by `due` for overdue ones. */
  order?: Order<LeadOrder | "lost" | "due">;
  /** Only leads created at or after this time; in the usual order. */
  createdSince?: Date | null;
  /** Rows per page. */
  size?: number;
}

/** Newest first. */
export const usualLeadOrder: Order<LeadOrder> = { by: "created", direction: "desc" };

/** For leads with an overdue next step, the one overdue for longest first. */
export const longestDue: Order<"due"> = { by: "due", direction: "asc" };

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
export const mayOrderByCompany = (filter: LeadFilter): boolean =>
  !isOfWork(filter) &&
  (filter.search !== "" || hasOwnFilter(filter.own) || (filter.affiliate === null && !filter.period));

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
 * Returns the ids of all these leads; null if they are more than one page.
 * Throws `forbidden`.
 */
export async function leadIds(scope: Scope, wanted: LeadListQuery): Promise<string[] | null> {
  const { rows, next } = await pageOfLeads(scope, wanted);
  return next === null ? rows : null;
}

/**
 * Returns the ids of a page.
 * Throws `forbidden`.
 */
async function pageOfLeads(scope: Scope, wanted: LeadListQuery): Promise<Page<string>> {
  requireStaff(scope);
  const { statuses, filter = noFilter, matches, createdSince } = wanted;
  const given = wanted.order ?? usualLeadOrder;
  if (!matches && !createdSince && isOfWork(filter)) {
    const order = { ...given, by: given.by === "due" ? ("due" as const) : ("created" as const) };
    return pageOfWork(scope, { statuses, filter, order, size: wanted.size, cursor: wanted.cursor ?? null });
  }
  // What a search has found is ordered by time.
  const order = given.by === "due" ? usualLeadOrder : { ...given, by: given.by };
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
        await ofWork(scope, filter),
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

/** A lead before or after another one in a list. */
export interface Neighbor {
  id: string;
  company: string;
}

/**
 * Returns the leads before and after a lead in a list, also if the lead itself has left the list since. Of a list
 * without a place for it, the first lead comes next.
 * Throws `forbidden`.
 */
export async function neighborsOf(
  scope: Scope,
  wanted: LeadListQuery,
  leadId: string,
): Promise<{ previous: Neighbor | null; next: Neighbor | null }> {
  const lead = await scope.db.lead.findFirst({
    where: { id: leadId },
    select: { createdAt: true, search: true, lostOn: true, work: { select: { nextStepOn: true } } },
  });
  const order = wanted.order ?? usualLeadOrder;
  const isDue = order.by === "due" && !wanted.matches;
  const by = order.by === "due" ? "created" : order.by;
  const key =
    lead && (isDue ? workKey("due", { ...lead, nextStepOn: lead.work?.nextStepOn ?? null }) : columns[by].keyOf(lead));
  const idAt = async (cursor: string | null) => {
    const { rows } = await pageOfLeads(scope, { ...wanted, cursor, size: 2 });
    return rows.filter((id) => id !== leadId);
  };
  const next = (await idAt(key ? `on~${key}~${leadId}` : null))[0];
  const previous = key ? (await idAt(`back~${key}~${leadId}`)).at(-1) : undefined;
  const found = await scope.db.lead.findMany({
    where: { id: { in: [next, previous].filter((id) => id !== undefined) } },
    select: { id: true, companyName: true },
  });
  const neighbor = (id: string | undefined): Neighbor | null => {
    const row = found.find((one) => one.id === id);
    return row ? { id: row.id, company: row.companyName } : null;
  };
  return { previous: neighbor(previous), next: neighbor(next) };
}
