import { readTallies, totalOf } from "../reports/tallies.server";
import type { Keyset } from "../shared/page";
import type { Scope } from "../shared/scope";

/** With no more due payments than this their deals are read first; with more, deals are asked in the order of the list. */
const FEW = 20_000;

export interface UnpaidWanted {
  affiliateId: string | null;
  /** Only among these, at most a few hundred. */
  among: string[] | null;
}

/**
 * Ids of a part of the deals with something to pay, by close date and id: one-time deals whose commission is not paid, and
 * recurring deals with a payment that is due. `few` is for tests.
 */
export async function unpaidDeals(
  scope: Scope,
  { affiliateId, among }: UnpaidWanted,
  { place, direction, take }: Keyset,
  few = FEW,
): Promise<string[]> {
  const today = await scope.today();
  const drive = among === null && (await countDuePayments(scope, affiliateId)) <= few;
  const latest = direction === "desc";
  const [at, id] = [place?.key ?? null, place?.id ?? null];
  // As in readByPeriod the branches that are not asked for are gone once the parameters are known. A subquery that gives
  // one value is asked row by row; of "exists" the planner may make a join with every due payment.
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    with due as materialized (
      select distinct deal_id from commission_payment
      where ${drive}::boolean and org_id = ${scope.orgId}::uuid and status = 'pending'
        and period_start <= ${today}::date
        and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
    )
    select t.id from (
      (select id, close_date from deal
       where ${latest}::boolean and org_id = ${scope.orgId}::uuid
         and deal_type = 'one-time' and (commission_paid or commission_amount > 0) and not commission_paid
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${among}::uuid[] is null or id = any(${among}::uuid[]))
         and (${id}::uuid is null or (close_date, id) < (${at}::date, ${id}::uuid))
       order by close_date desc, id desc limit ${take})
      union all
      (select id, close_date from deal
       where ${!latest}::boolean and org_id = ${scope.orgId}::uuid
         and deal_type = 'one-time' and (commission_paid or commission_amount > 0) and not commission_paid
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${among}::uuid[] is null or id = any(${among}::uuid[]))
         and (${id}::uuid is null or (close_date, id) > (${at}::date, ${id}::uuid))
       order by close_date, id limit ${take})
      union all
      (select d.id, d.close_date from deal d
       where ${latest && !drive}::boolean and d.org_id = ${scope.orgId}::uuid and d.deal_type = 'recurring'
         and (${affiliateId}::uuid is null or d.affiliate_id = ${affiliateId}::uuid)
         and (${among}::uuid[] is null or d.id = any(${among}::uuid[]))
         and (${id}::uuid is null or (d.close_date, d.id) < (${at}::date, ${id}::uuid))
         and (select true from commission_payment
              where org_id = ${scope.orgId}::uuid and deal_id = d.id and status = 'pending'
                and period_start <= ${today}::date limit 1)
       order by d.close_date desc, d.id desc limit ${take})
      union all
      (select d.id, d.close_date from deal d
       where ${!latest && !drive}::boolean and d.org_id = ${scope.orgId}::uuid and d.deal_type = 'recurring'
         and (${affiliateId}::uuid is null or d.affiliate_id = ${affiliateId}::uuid)
         and (${among}::uuid[] is null or d.id = any(${among}::uuid[]))
         and (${id}::uuid is null or (d.close_date, d.id) > (${at}::date, ${id}::uuid))
         and (select true from commission_payment
              where org_id = ${scope.orgId}::uuid and deal_id = d.id and status = 'pending'
                and period_start <= ${today}::date limit 1)
       order by d.close_date, d.id limit ${take})
      union all
      (select d.id, d.close_date from due
       cross join lateral (
         select id, close_date from deal where org_id = ${scope.orgId}::uuid and id = due.deal_id limit 1
       ) d
       where ${id}::uuid is null
         or case when ${latest}::boolean then (d.close_date, d.id) < (${at}::date, ${id}::uuid)
                 else (d.close_date, d.id) > (${at}::date, ${id}::uuid) end)
    ) t
    order by case when ${latest}::boolean then t.close_date end desc, case when ${latest}::boolean then t.id end desc,
             t.close_date, t.id
    limit ${take}`;
  return rows.map((row) => row.id);
}

async function countDuePayments(scope: Scope, affiliateId: string | null): Promise<number> {
  const monthly = await readTallies(scope, ["monthly"], affiliateId);
  return totalOf(monthly.filter(({ state, begun }) => state === "pending" && begun)).count;
}
