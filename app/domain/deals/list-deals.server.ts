import { paymentProgress } from "../commissions/payment-progress.server";
import { everything, inOrderOf, ofAffiliate, type LeadFilter } from "../leads/lead-filter";
import { NO_AFFILIATE } from "../leads/lead.schema";
import type { Matches } from "../leads/match-leads.server";
import { dateFromDay, dayFromDate, isDay, type Day } from "../shared/dates";
import type { Order } from "../shared/order";
import { beyondPlace, inOrder, keyset, type Keyset, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { DealOrder, DealView } from "./deal-view";
import { dealView, dealViewInclude, type DealViewRow } from "./deal-view.server";
import { unpaidDeals } from "./unpaid-deals.server";

export interface DealsWanted extends PageRequest {
  order?: Order<DealOrder>;
  filter?: LeadFilter;
  /** What the filter's search has found. */
  matches?: Matches | null;
  /** Only those with something to pay; in the order of their close dates. */
  unpaid?: boolean;
}

/** Newest close date first. */
export const usualDealOrder: Order<DealOrder> = { by: "close_date", direction: "desc" };

/** By what each order places a deal: its column, and that column's value as text and back. */
const columns = {
  close_date: {
    column: "closeDate",
    valid: isDay,
    value: (key: string) => dateFromDay(key as Day),
    keyOf: (deal: DealViewRow) => dayFromDate(deal.closeDate) as string,
  },
  amount: {
    column: "amount",
    valid: (key: string) => /^\d{1,16}$/.test(key),
    value: BigInt,
    keyOf: (deal: DealViewRow) => deal.amount.toString(),
  },
} satisfies Record<DealOrder, object>;

/** Whether these deals can be sorted by amount quickly: all of them, or the few that a search has found. */
export const mayOrderByAmount = ({ search, affiliate }: LeadFilter, unpaid: boolean): boolean =>
  !unpaid && (search !== "" || affiliate === null);

/** A page of the organisation's deals (LEAD-04). Throws `forbidden`. */
export async function listDeals(scope: Scope, wanted: DealsWanted = {}): Promise<Page<DealView>> {
  requireStaff(scope);
  const { order = usualDealOrder, filter = everything, matches, unpaid = false } = wanted;
  const { column, valid, value, keyOf } = columns[order.by];
  const place = keyset(wanted, order.direction, valid);
  const found = matches?.ids ?? null;
  const ids = unpaid ? await unpaidOf(scope, filter, found, place) : found;
  const read = await scope.db.deal.findMany({
    where: {
      ...beyondPlace<unknown>(place, column, value),
      ...ofAffiliate(filter),
      ...(ids && { id: { in: ids } }),
    },
    orderBy: inOrderOf(filter, place.direction, inOrder(place, column)),
    take: place.take,
    include: dealViewInclude,
  });
  const { rows, ...page } = place.page(read, keyOf);
  const recurring = rows.filter((deal) => deal.dealType === "recurring").map(({ id }) => id);
  const progress = recurring.length > 0 ? await paymentProgress(scope, recurring) : new Map();
  const today = await scope.today();
  return { ...page, rows: rows.map((deal) => dealView(deal, progress.get(deal.id), today)) };
}

/** What belongs to no affiliate pays no commission. */
async function unpaidOf(
  scope: Scope,
  { affiliate }: LeadFilter,
  among: string[] | null,
  place: Keyset,
): Promise<string[]> {
  if (affiliate === NO_AFFILIATE) return [];
  return unpaidDeals(scope, { affiliateId: affiliate, among }, place);
}
