import { fromDatabase, sumByCurrency, type Money } from "./money";
import { runQuery, query, type Query } from "./query-together.server";
import type { Day } from "./dates";
import type { Period } from "./period";
import type { Scope } from "./scope";

/**
 * Kinds of aggregates and the states of each. The triggers of the table `aggregate` write them. read-figures.server.ts,
 * read-step-times.server.ts and rank-affiliates.server.ts also read the kinds by day and by month,
 * commission-aggregates.ts unpaid commissions by month.
 */
interface AggregateStates {
  lead: "new" | "qualified" | "contacted" | "converted" | "lost";
  /** Won volume by the year of the close date. */
  deal: "one-time" | "recurring";
  /** Deals by the month of the close date, and whether they are still worth something. */
  "deal-month": "won" | "cancelled";
  /**
   * Commissions of one-time deals. `open`: more than 0 and not paid, by the day they are due. `waiting`: the same, by
   * close date, while the customer has not paid. `receipt`: paid, with a receipt.
   */
  "one-off": "open" | "waiting" | "paid" | "receipt";
  /** Monthly payments. */
  monthly: "pending" | "waiting" | "paid" | "receipt";
}
export type AggregateKind = keyof AggregateStates;

/** The aggregates of each kind of commission. */
export const aggregatesOfKind = {
  deal: ["one-off"],
  payment: ["monthly"],
  both: ["one-off", "monthly"],
} as const;

export interface Aggregate {
  kind: AggregateKind;
  state: AggregateStates[AggregateKind];
  currency: string;
  /** Whether unpaid commissions are due, or would be if the customer had paid. */
  begun: boolean;
  count: number;
  /** Minor units. */
  amount: number;
}

/**
 * Returns exact counts and sums of the organization or of one affiliate. The time does not depend on the number of
 * rows, because single rows are not read. An affiliate's scope sees only their own aggregates. `due` limits the result
 * to unpaid commissions that fall due in this period, or belong to it if they wait for the customer.
 */
export async function readAggregates(
  scope: Scope,
  kinds: AggregateKind[],
  affiliateId: string | null = null,
  due: Period | null = null,
): Promise<Aggregate[]> {
  return runQuery(scope, aggregatesOf(scope, await scope.today(), { kinds, affiliateId, due }));
}

type AggregateRow = Omit<Aggregate, "amount"> & { amount: string };

/** Builds the query of {@link readAggregates}. */
export function aggregatesOf(
  scope: Scope,
  today: Day,
  {
    kinds,
    affiliateId = null,
    due = null,
  }: { kinds: readonly AggregateKind[]; affiliateId?: string | null; due?: Period | null },
): Query<Aggregate[]> {
  const aggregateOf = (row: AggregateRow) => ({ ...row, amount: fromDatabase(BigInt(row.amount)) });
  return query((rows: AggregateRow[]) => rows.map(aggregateOf))`
    select kind, state, currency, day <= ${today}::date as begun, sum(count)::bigint as count,
           sum(amount)::text as amount
    from aggregate
    where org_id = ${scope.orgId}::uuid and kind = any(${[...kinds]}::text[])
      and case when ${affiliateId}::uuid is null then affiliate_id is null else affiliate_id = ${affiliateId}::uuid end
      and (${due?.from ?? null}::date is null
        or state in ('open', 'pending', 'waiting') and day between ${due?.from ?? null}::date and ${due?.to ?? null}::date)
    group by 1, 2, 3, 4 having sum(count) <> 0`;
}

/** Adds up the counts of aggregates and their amounts, one sum per currency. */
export function totalOf(aggregates: Pick<Aggregate, "count" | "amount" | "currency">[]): {
  count: number;
  amounts: Money[];
} {
  return {
    count: aggregates.reduce((count, aggregate) => count + aggregate.count, 0),
    amounts: sumByCurrency(aggregates),
  };
}
