import { readAggregates, totalOf } from "../reports/aggregates.server";
import type { PageCursor } from "../shared/page";
import type { Period } from "../shared/period";
import type { Scope } from "../shared/scope";

/** So many recurring deals are checked at first, in the order of the list. Nearly always they make a page. */
const NEAR = 3_000;

/**
 * If not: up to this many due payments, the deals are read from these. With more, the check goes on in larger parts.
 */
const FEW = 20_000;
const LARGER = 10;

export interface UnpaidWanted {
  affiliateId: string | null;
  /** Only among these, at most a few hundred. */
  among: string[] | null;
  /** Of the close dates. */
  period?: Period | null;
}

interface FoundDeal {
  id: string;
  day: string;
  /** Not for the last of the checked deals when nothing is due for it. */
  due: boolean;
  /** Whether it is the last of the checked deals and there may be more. */
  last: boolean;
}

/**
 * Ids of a part of the deals with something to pay, by close date and id: one-time deals whose commission is due and
 * not paid, and recurring deals with such a payment. `few` and `near` are for tests.
 */
export async function unpaidDeals(
  scope: Scope,
  wanted: UnpaidWanted,
  pageCursor: PageCursor,
  few = FEW,
  near = NEAR,
): Promise<string[]> {
  const ids: string[] = [];
  let part: PagePart = pageCursor;
  for (let most = near; ; most *= LARGER) {
    const found = await readUnpaid(scope, wanted, part, most);
    const end = found.findIndex(({ last }) => last);
    const known = end < 0 ? found : found.slice(0, end + 1);
    ids.push(...known.filter(({ due }) => due).map(({ id }) => id));
    const edge = found[end];
    if (!edge || ids.length >= pageCursor.take) return ids;
    if (most === near && (await countDuePayments(scope, wanted.affiliateId)) <= few) {
      return (await readUnpaid(scope, wanted, pageCursor, null)).map(({ id }) => id);
    }
    part = { ...part, from: { key: edge.day, id: edge.id }, take: pageCursor.take - ids.length };
  }
}

type PagePart = Pick<PageCursor, "from" | "direction" | "take">;

/** Checks at most this many recurring deals. With null it reads the due payments and then their deals. */
async function readUnpaid(
  scope: Scope,
  { affiliateId, among, period }: UnpaidWanted,
  { from, direction, take }: PagePart,
  most: number | null,
): Promise<FoundDeal[]> {
  const today = await scope.today();
  const drive = most === null;
  const latest = direction === "desc";
  const [first, end] = [period?.from ?? null, period?.to ?? null];
  const [at, id] = [from?.key ?? null, from?.id ?? null];
  // As in readByPeriod, Postgres removes the branches that the parameters exclude. A scalar subquery is evaluated
  // row by row; the planner may turn "exists" into a join with every due payment.
  return scope.db.$queryRaw<FoundDeal[]>`
    with due as materialized (
      select distinct deal_id from commission_payment
      where ${drive}::boolean and org_id = ${scope.orgId}::uuid and status = 'pending'
        and period_start <= ${today}::date
        and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
    )
    select t.id, t.close_date::text as day, t.due, t.last from (
      (select id, close_date, true as due, false as last from deal
       where ${latest}::boolean and org_id = ${scope.orgId}::uuid
         and deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended) and not commission_paid
         and close_date <= ${today}::date
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${among}::uuid[] is null or id = any(${among}::uuid[]))
         and (${first}::date is null or close_date between ${first}::date and ${end}::date)
         and (${id}::uuid is null or (close_date, id) < (${at}::date, ${id}::uuid))
       order by close_date desc, id desc limit ${take})
      union all
      (select id, close_date, true, false from deal
       where ${!latest}::boolean and org_id = ${scope.orgId}::uuid
         and deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended) and not commission_paid
         and close_date <= ${today}::date
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${among}::uuid[] is null or id = any(${among}::uuid[]))
         and (${first}::date is null or close_date between ${first}::date and ${end}::date)
         and (${id}::uuid is null or (close_date, id) > (${at}::date, ${id}::uuid))
       order by close_date, id limit ${take})
      union all
      (select n.id, n.close_date, p.due, n.place = ${most}::bigint
       from (
         select id, close_date, row_number() over (order by close_date desc, id desc) as place from deal
         where ${latest && !drive}::boolean and org_id = ${scope.orgId}::uuid and deal_type = 'recurring'
           and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
           and (${among}::uuid[] is null or id = any(${among}::uuid[]))
           and (${first}::date is null or close_date between ${first}::date and ${end}::date)
           and (${id}::uuid is null or (close_date, id) < (${at}::date, ${id}::uuid))
         order by close_date desc, id desc limit ${most}::bigint
       ) n
       cross join lateral (
         select coalesce((select true from commission_payment
                          where org_id = ${scope.orgId}::uuid and deal_id = n.id and status = 'pending'
                            and period_start <= ${today}::date limit 1), false) as due
       ) p
       where p.due or n.place = ${most}::bigint
       order by n.close_date desc, n.id desc limit ${take})
      union all
      (select n.id, n.close_date, p.due, n.place = ${most}::bigint
       from (
         select id, close_date, row_number() over (order by close_date, id) as place from deal
         where ${!latest && !drive}::boolean and org_id = ${scope.orgId}::uuid and deal_type = 'recurring'
           and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
           and (${among}::uuid[] is null or id = any(${among}::uuid[]))
           and (${first}::date is null or close_date between ${first}::date and ${end}::date)
           and (${id}::uuid is null or (close_date, id) > (${at}::date, ${id}::uuid))
         order by close_date, id limit ${most}::bigint
       ) n
       cross join lateral (
         select coalesce((select true from commission_payment
                          where org_id = ${scope.orgId}::uuid and deal_id = n.id and status = 'pending'
                            and period_start <= ${today}::date limit 1), false) as due
       ) p
       where p.due or n.place = ${most}::bigint
       order by n.close_date, n.id limit ${take})
      union all
      (select d.id, d.close_date, true, false from due
       cross join lateral (
         select id, close_date from deal where org_id = ${scope.orgId}::uuid and id = due.deal_id limit 1
       ) d
       where (${first}::date is null or d.close_date between ${first}::date and ${end}::date)
         and case when ${id}::uuid is null then true
                  when ${latest}::boolean then (d.close_date, d.id) < (${at}::date, ${id}::uuid)
                  else (d.close_date, d.id) > (${at}::date, ${id}::uuid) end)
    ) t
    order by case when ${latest}::boolean then t.close_date end desc, case when ${latest}::boolean then t.id end desc,
             t.close_date, t.id
    limit ${take}`;
}

async function countDuePayments(scope: Scope, affiliateId: string | null): Promise<number> {
  const monthly = await readAggregates(scope, ["monthly"], affiliateId);
  return totalOf(monthly.filter(({ state, begun }) => state === "pending" && begun)).count;
}
