import { readAggregates, totalOf } from "../shared/aggregates.server";
import type { PageCursor } from "../shared/page";
import type { Period } from "../shared/period";
import type { Scope } from "../shared/scope";
import { allOf, sql, type Sql } from "../shared/sql";
import { owesOneOff } from "./owed-commission.server";

/** Recurring deals checked first, in list order. They nearly always fill a page. */
const NEAR = 3_000;

/**
 * If they do not, and there are at most this many due payments, the deals are read from these payments. With more
 * payments, the check continues in larger batches.
 */
const FEW = 20_000;
const LARGER = 10;

export interface UnpaidWanted {
  affiliateId: string | null;
  /** Only these deals, at most a few hundred. */
  among: string[] | null;
  /** Limits the close dates. */
  period?: Period | null;
}

interface FoundDeal {
  id: string;
  day: string;
  /** False only for the last checked deal, if nothing is due for it. */
  due: boolean;
  /** Marks the last checked deal; there may be more. */
  last: boolean;
}

/**
 * Returns ids of deals with a due commission, by close date and id: one-time deals with a due commission, and recurring
 * deals with a due payment. `few` and `near` are for tests.
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

/** Checks at most `most` recurring deals. With null it reads the due payments and then their deals. */
async function readUnpaid(
  scope: Scope,
  { affiliateId, among, period }: UnpaidWanted,
  { from, direction, take }: PagePart,
  most: number | null,
): Promise<FoundDeal[]> {
  const today = await scope.today();
  const [before, way] = direction === "desc" ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const goesOn = from && sql`(close_date, id) ${before} (${from.key}::date, ${from.id}::uuid)`;
  const within = period ? sql`close_date between ${period.from}::date and ${period.to}::date` : null;
  const ofAffiliate = affiliateId ? sql`affiliate_id = ${affiliateId}::uuid` : null;
  const own = sql`org_id = ${scope.orgId}::uuid`;
  const which = (only: Sql) =>
    allOf([own, only, ofAffiliate, among && sql`id = any(${among}::uuid[])`, within, goesOn]);
  const pending = sql`${own} and status = 'pending' and due_on <= ${today}::date`;
  // A scalar subquery is evaluated row by row; the planner may turn "exists" into a join with every due payment.
  const checked = sql`
    select n.id, n.close_date, p.due, n.place = ${most}::bigint as last
    from (
      select id, close_date, row_number() over (order by close_date ${way}, id ${way}) as place from deal
      where ${which(sql`deal_type = 'recurring'`)}
      order by close_date ${way}, id ${way} limit ${most}::bigint
    ) n
    cross join lateral (
      select coalesce((select true from commission_payment where ${pending} and deal_id = n.id limit 1), false) as due
    ) p
    where p.due or n.place = ${most}::bigint
    order by n.close_date ${way}, n.id ${way} limit ${take}`;
  const ofDuePayments = sql`
    select d.id, d.close_date, true as due, false as last
    from due cross join lateral (
      select id, close_date from deal where ${own} and id = due.deal_id limit 1
    ) d
    where ${allOf([sql`true`, within, goesOn])}`;
  const due = sql`
    with due as materialized (
      select distinct deal_id from commission_payment where ${allOf([pending, ofAffiliate])}
    )`;
  return scope.db.$queryRaw<FoundDeal[]>(sql`
    ${most === null ? due : sql``}
    select t.id, t.close_date::text as day, t.due, t.last from (
      (select id, close_date, true as due, false as last from deal
       where ${which(sql`${owesOneOff} and due_on <= ${today}::date`)}
       order by close_date ${way}, id ${way} limit ${take})
      union all
      (${most === null ? ofDuePayments : checked})
    ) t
    order by t.close_date ${way}, t.id ${way}
    limit ${take}`);
}

async function countDuePayments(scope: Scope, affiliateId: string | null): Promise<number> {
  const monthly = await readAggregates(scope, ["monthly"], affiliateId);
  return totalOf(monthly.filter(({ state, begun }) => state === "pending" && begun)).count;
}
