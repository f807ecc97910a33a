import { NO_AFFILIATE } from "./id-digits";
import { fromDatabase } from "./money";
import { query, runQuery, type Query } from "./query-together.server";
import type { Period } from "./period";
import type { Scope } from "./scope";
import { sql } from "./sql";
import { totalOf } from "./aggregates.server";
import { partsOf } from "./report-period";

// Defines once which deals count as won and with which worth (decision 0054), for figures and the lists behind them.
// The triggers of the table `aggregate` apply the same rule.

/** SQL condition: a deal `d` has not been canceled. A deal that ended with a worth of 0 is canceled. */
export const isWon = sql`(d.ended_amount is null or d.ended_amount > 0)`;

/** Worth of a deal `d` in minor units: its amount, or what it was worth until it ended. */
export const worthOf = sql`coalesce(d.ended_amount, d.amount)`;

/** The figures summed by day and by month, with the states of each. */
const statesOf = {
  lead: ["open", "qualified", "won"],
  deal: ["won", "cancelled"],
  paid: ["one-off", "one-off-receipt", "monthly", "monthly-receipt"],
} as const;
type Summed = keyof typeof statesOf;

export interface SumOfPeriod<What extends Summed> {
  state: (typeof statesOf)[What][number];
  currency: string;
  count: number;
  /** Minor units. */
  amount: number;
}

/**
 * Returns counts and sums of a period, or of all time, by state and currency: leads submitted, deals closed or
 * commissions paid. They are for the organization, one affiliate, or rows without an affiliate (NO_AFFILIATE). Whole
 * months come from the aggregates. So do the days around them for the organization; affiliates have no daily
 * aggregates, so their days are read from the rows by index.
 */
export async function sumsOfPeriod<What extends Summed>(
  scope: Scope,
  what: What,
  period: Period | null,
  affiliate: string | null = null,
): Promise<SumOfPeriod<What>[]> {
  return runQuery(scope, sumsQuery(scope, what, period, affiliate));
}

/** A sum as text, because JSON numbers lose digits. */
interface SumRow {
  state: string;
  currency: string;
  count: string;
  amount: string;
}

function sumsQuery<What extends Summed>(
  scope: Scope,
  what: What,
  period: Period | null,
  affiliate: string | null,
): Query<SumOfPeriod<What>[]> {
  const { orgId } = scope;
  const none = affiliate === NO_AFFILIATE;
  const id = none ? null : affiliate;
  const all = period ? partsOf([period]) : [{ unit: "month", from: "-infinity", to: "infinity" }];
  const edges = affiliate === null ? [] : all.filter(({ unit }) => unit === "day");
  const parts = all.filter((part) => !edges.includes(part));
  const [firsts, lasts] = [edges.map(({ from }) => from), edges.map(({ to }) => to)];
  const resultOf = (rows: SumRow[]) =>
    rows.map(({ state, currency, count, amount }) => ({
      state: state as SumOfPeriod<What>["state"],
      currency,
      count: Number(count),
      amount: fromDatabase(BigInt(amount)),
    }));
  return query(resultOf)`
    with edge as (select * from unnest(${firsts}::date[], ${lasts}::date[]) e (first, last))
    select state, currency, sum(count)::text as count, sum(amount)::text as amount
    from (
      select k.state, a.currency, a.count, a.amount
      from unnest(${parts.map(({ unit }) => unit)}::text[], ${parts.map(({ from }) => from)}::date[],
                  ${parts.map(({ to }) => to)}::date[]) part (unit, first, last)
      cross join unnest(${[...statesOf[what]]}::text[]) k (state)
      cross join lateral (
        -- What has no affiliate is the difference between all and that of all affiliates.
        select currency, sum(case when affiliate_id is null or not ${none} then count else -count end) as count,
               sum(case when affiliate_id is null or not ${none} then amount else -amount end) as amount
        from aggregate
        where org_id = ${orgId}::uuid
          and case when ${none} then true when ${id}::uuid is null then affiliate_id is null
                   else affiliate_id = ${id}::uuid end
          and kind = ${what} || '-' || part.unit and state = k.state and day between part.first and part.last
        group by 1
      ) a
      union all
      select case when l.status = 'converted' then 'won'
                  when l.status = 'qualified' or l.qualified_on is not null then 'qualified' else 'open' end, '', 1, 0
      from edge join lead l on ${what === "lead"}::boolean and l.org_id = ${orgId}::uuid
        and l.submitted_on between edge.first and edge.last
        and case when ${none} then l.affiliate_id is null else l.affiliate_id = ${id}::uuid end
      union all
      select case when ${isWon} then 'won' else 'cancelled' end, d.currency, 1, ${worthOf}
      from edge join deal d on ${what === "deal"}::boolean and d.org_id = ${orgId}::uuid
        and d.close_date between edge.first and edge.last
        and case when ${none} then d.affiliate_id is null else d.affiliate_id = ${id}::uuid end
      union all
      select case when missing then 'one-off' else 'one-off-receipt' end, d.commission_currency, 1, d.commission_amount
      from edge cross join unnest(array[true, false]) receipt (missing)
      join deal d on ${what === "paid"}::boolean and d.org_id = ${orgId}::uuid and d.deal_type = 'one-time'
        and d.commission_paid and (d.receipt_url is null) = receipt.missing
        and d.payment_date between edge.first and edge.last
        and case when ${none} then d.affiliate_id is null else d.affiliate_id = ${id}::uuid end
      union all
      select case when missing then 'monthly' else 'monthly-receipt' end, p.currency, 1, p.amount
      from edge cross join unnest(array[true, false]) receipt (missing)
      join commission_payment p on ${what === "paid" && !none}::boolean and p.org_id = ${orgId}::uuid
        and p.status = 'paid' and (p.receipt_url is null) = receipt.missing
        and p.paid_date between edge.first and edge.last and p.affiliate_id = ${id}::uuid
    ) part
    group by 1, 2 having sum(count) <> 0`;
}

/** Counts the leads submitted in a period, or ever, that have reached a step; null counts all leads. */
export async function countReached(
  scope: Scope,
  step: "qualified" | "won" | null,
  period: Period | null,
  affiliate: string | null = null,
): Promise<number> {
  const sums = await sumsOfPeriod(scope, "lead", period, affiliate);
  return totalOf(sums.filter(({ state }) => !step || state === "won" || state === step)).count;
}

/**
 * Counts the deals closed in a period, or ever, with their worth per currency. `won` excludes canceled deals, which
 * otherwise count with a worth of 0.
 */
export async function dealsOfPeriod(
  scope: Scope,
  period: Period | null,
  affiliate: string | null = null,
  { won = false }: { won?: boolean | undefined } = {},
) {
  return runQuery(scope, dealsQuery(scope, period, affiliate, { won }));
}

/** Builds the query of {@link dealsOfPeriod}. */
export function dealsQuery(
  scope: Scope,
  period: Period | null,
  affiliate: string | null,
  { won = false }: { won?: boolean | undefined } = {},
) {
  const { resultOf, ...sums } = sumsQuery(scope, "deal", period, affiliate);
  return {
    ...sums,
    resultOf: (rows: never[]) => totalOf(resultOf(rows).filter(({ state }) => !won || state === "won")),
  };
}
