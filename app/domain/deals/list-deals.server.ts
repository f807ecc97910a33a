import { hasOwnFilter } from "../fields/own-filter";
import { NO_AFFILIATE } from "../shared/id-digits";
import type { Prisma } from "#prisma";
import { daysOf, noFilter, inOrderOf, ofAffiliate, type LeadFilter } from "../leads/lead-filter";
import type { Matches } from "../leads/match-leads.server";
import { dateFromDay, dayFromDate, isDay, type Day } from "../shared/dates";
import type { Order } from "../shared/order";
import { afterCursor, inOrder, readCursor, type PageCursor, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { DealOrder, DealView } from "./deal-view";
import { dealViews } from "./deal-view.server";
import { unpaidDeals } from "./unpaid-deals.server";
import { chosenDeals } from "./won-deals.server";

export interface DealListQuery extends PageRequest {
  order?: Order<DealOrder>;
  filter?: LeadFilter;
  /** Result of the filter's search. */
  matches?: Matches | null;
  /** Only deals won from this lead. */
  leadId?: string | null;
  /** Only deals of this type. */
  type?: DealView["type"] | null;
  /** Rows per page. */
  size?: number;
}

/** Newest close date first. */
export const usualDealOrder: Order<DealOrder> = { by: "close_date", direction: "desc" };

/** The sort key of each order: its column, and the conversion of the column's value to text and back. */
const columns = {
  close_date: {
    column: "closeDate",
    valid: isDay,
    value: (key: string) => dateFromDay(key as Day),
    keyOf: (deal: SortKeys) => dayFromDate(deal.closeDate) as string,
  },
  amount: {
    column: "amount",
    valid: (key: string) => /^\d{1,16}$/.test(key),
    value: BigInt,
    keyOf: (deal: SortKeys) => deal.amount.toString(),
  },
} satisfies Record<DealOrder, object>;

/** The columns that determine a page. The rows are read afterwards. */
const sortKeys = { id: true, closeDate: true, amount: true } satisfies Prisma.DealSelect;
type SortKeys = Prisma.DealGetPayload<{ select: typeof sortKeys }>;

/**
 * Returns whether these deals can be sorted by amount quickly: all deals of the organization, or the few that a search
 * has found.
 */
export const mayOrderByAmount = ({ search, own, affiliate, period, deals }: LeadFilter): boolean =>
  deals !== "unpaid" &&
  deals !== "owed_back" &&
  (search !== "" || hasOwnFilter(own) || (affiliate === null && !period));

/**
 * Returns a page of the organization's deals (LEAD-04).
 * Throws `forbidden`.
 */
export async function listDeals(scope: Scope, wanted: DealListQuery = {}): Promise<Page<DealView>> {
  requireStaff(scope);
  const { order = usualDealOrder, filter = noFilter, matches, leadId, type } = wanted;
  const { column, valid, value, keyOf } = columns[order.by];
  const pageCursor = readCursor(wanted, order.direction, valid, wanted.size);
  const found = matches?.ids ?? null;
  const ids = filter.deals === "unpaid" ? await unpaidOf(scope, filter, found, pageCursor) : found;
  const read = await scope.db.deal.findMany({
    where: {
      AND: [
        afterCursor<unknown>(pageCursor, column, value),
        filter.period ? { closeDate: daysOf(filter.period) } : {},
        chosenDeals(filter),
      ],
      ...ofAffiliate(filter),
      ...(leadId && { leadId }),
      ...(type && { dealType: type }),
      ...(ids && { id: { in: ids } }),
    },
    orderBy: inOrderOf(filter, pageCursor.direction, inOrder(pageCursor, column)),
    take: pageCursor.take,
    select: sortKeys,
  });
  const { rows, ...page } = pageCursor.page(read, keyOf);
  return {
    ...page,
    rows: await dealViews(
      scope,
      rows.map((deal) => deal.id),
    ),
  };
}

/** A deal without an affiliate has no commission. */
async function unpaidOf(
  scope: Scope,
  { affiliate, period }: LeadFilter,
  among: string[] | null,
  pageCursor: PageCursor,
): Promise<string[]> {
  if (affiliate === NO_AFFILIATE) return [];
  return unpaidDeals(scope, { affiliateId: affiliate, among, period }, pageCursor);
}
