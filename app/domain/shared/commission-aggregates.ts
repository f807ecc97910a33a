import { addDays, addMonths, firstOfMonth, type Day } from "./dates";
import { sql, type Sql } from "./sql";

// Queries of the commissions of affiliates in the table `aggregate`, to be summed.

/** Which rows to read. */
interface Wanted {
  orgId: string;
  /** Condition on `affiliate_id`. */
  of: Sql;
}

/**
 * Returns a query of what is paid: affiliate_id, currency, count and amount. These aggregates have no day of their own;
 * those by the day of payment are others.
 */
export function paidAggregates({
  orgId,
  of,
  kinds = ["one-off", "monthly"],
  states = ["paid", "receipt"],
}: Wanted & { kinds?: readonly ("one-off" | "monthly")[]; states?: readonly ("paid" | "receipt")[] }): Sql {
  // The kinds also as a constant, because Postgres must know that an index of some kinds has them all.
  return sql`
    select affiliate_id, currency, count, amount from aggregate
    where org_id = ${orgId}::uuid and ${of} and kind in ('one-off', 'monthly') and kind = any(${[...kinds]}::text[])
      and day = date '0001-01-01' and state = any(${[...states]}::text[])`;
}

/**
 * Returns a query of all that is unpaid: affiliate_id, currency, state, count and amount, and of these later_count and
 * later_amount, which are due after today. The state is `open` or `waiting` for the customer.
 *
 * Unpaid commissions are summed as a whole, by month and by day. An affiliate may have a row for each month of the
 * past, and a month one for each day. So only the months to come are read, and days of the shorter part of the current
 * month: at its end those after today are added, at its beginning the whole month counts as to come, without those up
 * to today.
 */
export function unpaidAggregates({ orgId, today, of }: Wanted & { today: Day }): Sql {
  const month = firstOfMonth(today);
  const next = addMonths(month, 1);
  const part =
    today > addDays(month, 14)
      ? { later: next, from: addDays(today, 1), until: next, sign: 1 }
      : { later: month, from: month, until: addDays(today, 1), sign: -1 };
  return sql`
    select affiliate_id, currency, state, count, amount, 0::bigint as later_count, 0::bigint as later_amount from aggregate
    where org_id = ${orgId}::uuid and ${of} and kind = 'unpaid'
    union all
    select affiliate_id, currency, state, 0, 0, count, amount from aggregate
    where org_id = ${orgId}::uuid and ${of} and kind = 'unpaid-month' and day >= ${part.later}::date
    union all
    select affiliate_id, currency, case state when 'waiting' then 'waiting' else 'open' end, 0, 0,
           ${part.sign}::int * count, ${part.sign}::int * amount
    from aggregate
    where org_id = ${orgId}::uuid and ${of} and kind in ('one-off', 'monthly') and state in ('open', 'pending', 'waiting')
      and day >= ${part.from}::date and day < ${part.until}::date`;
}
