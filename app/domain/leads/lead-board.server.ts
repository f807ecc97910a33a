import { hasOwnFilter } from "../fields/own-filter";
import { NO_AFFILIATE } from "../shared/id-digits";
import type { Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { openLeadStatuses, type LeadStatus } from "./lead";
import { cardsOf, leadCards, type CardRow, type LeadCard, type LeadCardSelection } from "./lead-cards.server";
import { sizeOf, type ColumnSizes } from "./lead-columns";
import { inOrderOf, inPeriod, isOfWork, ofAffiliate, type LeadFilter } from "./lead-filter";
import { longestDue } from "./list-leads.server";
import { pageOfWork } from "./work-filter.server";
import type { Matches } from "./match-leads.server";
import type { Count, LeadCounts } from "./count-leads.server";

/** A column of the board. */
export interface LeadColumn extends Count {
  status: LeadStatus;
}

/** What leads of the board become, with the filters of the board. */
export interface LeadOutcomes {
  /** Deals that are not canceled, with their worth per currency; null where only a search knows the deals. */
  won: Count & { amounts: Money[] | null };
  lost: Count;
}

export interface LeadBoard {
  columns: LeadColumn[];
  /** The newest leads of each column, up to its size. */
  leads: LeadCard[];
}

/** From left to right. */
const order: readonly LeadStatus[] = ["new", "contacted", "qualified"];

/** What a board is read with besides its filter. */
interface BoardFacts {
  /** Of the filter's affiliate. */
  counts: LeadCounts;
  /** The search's matches among open leads. */
  matches?: Matches | null;
  sizes?: ColumnSizes;
  /** The cards, if they were read already ({@link newestOf}). */
  cards?: readonly CardRow[] | null;
}

/**
 * Reads the newest open leads by status (LEAD-02), in columns of these sizes.
 * Throws `forbidden`.
 */
export async function leadBoard(
  scope: Scope,
  filter: LeadFilter,
  { counts, matches = null, sizes = {}, cards = null }: BoardFacts,
): Promise<LeadBoard> {
  requireStaff(scope);
  const found = matches && (await newestFound(scope, matches, sizes));
  const leads = cards
    ? await cardsOf(scope, cards)
    : await leadCards(scope, found ?? (await newest(scope, filter, sizes)));
  const countOf = (status: LeadStatus): Count =>
    found ? { count: found.counts.get(status) ?? 0, cut: found.cut } : counts[status];
  const columns = order
    .map((status) => ({ status, ...countOf(status) }))
    // Not every team uses this status; without such leads the other columns get more space.
    .filter(({ status, count }) => status !== "contacted" || count > 0);
  return { columns, leads };
}

const workOrder = { by: "created", direction: "desc" } as const;

/** Returns the selection of a board that is read in one query; null for a filter that needs more. */
export function newestOf({ filter, sizes }: { filter: LeadFilter; sizes: ColumnSizes }): LeadCardSelection | null {
  const { affiliate, period, search, own } = filter;
  if (search !== "" || hasOwnFilter(own) || isOfWork(filter) || affiliate === NO_AFFILIATE || period) return null;
  const newest = Object.fromEntries(openLeadStatuses.map((status) => [status, sizeOf(sizes, status)]));
  return { newestOf: newest, affiliateId: affiliate };
}

async function newest(scope: Scope, filter: LeadFilter, sizes: ColumnSizes): Promise<LeadCardSelection> {
  const all = newestOf({ filter, sizes });
  if (all) return all;
  const { period } = filter;
  if (isOfWork(filter)) {
    const order = filter.step === "overdue" ? longestDue : workOrder;
    const pages = openLeadStatuses.map((status) => ({ statuses: [status], size: sizeOf(sizes, status) }));
    const ids: string[] = [];
    for (const page of pages) ids.push(...(await pageOfWork(scope, { ...page, filter, order })).rows);
    return { ids };
  }
  const ids: string[] = [];
  for (const status of openLeadStatuses) {
    const rows = await scope.db.lead.findMany({
      where: { status, ...ofAffiliate(filter), ...inPeriod(period, false) },
      orderBy: inOrderOf(filter, "desc", [{ createdAt: "desc" }, { id: "desc" }]),
      take: sizeOf(sizes, status),
      select: { id: true },
    });
    ids.push(...rows.map(({ id }) => id));
  }
  return { ids };
}

/** Returns the newest matches of each status. The search returns the newest first. */
async function newestFound(scope: Scope, { ids, cut }: Matches, sizes: ColumnSizes) {
  const rows = await scope.db.lead.findMany({
    where: { id: { in: ids } },
    select: { id: true, status: true },
  });
  const statuses = new Map(rows.map((row) => [row.id, row.status as LeadStatus]));
  const counts = new Map<LeadStatus, number>();
  const shown = ids.filter((id) => {
    const status = statuses.get(id);
    if (!status) return false;
    const count = (counts.get(status) ?? 0) + 1;
    counts.set(status, count);
    return count <= sizeOf(sizes, status);
  });
  return { ids: shown, counts, cut };
}
