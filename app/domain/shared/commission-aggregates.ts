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
 * Returns a query of all that is unpaid: affiliate_id, currency, state, begun, count and amount. The state is `open` or
 * `waiting` for the customer. It has begun when the day it is due on is not after today.
 *
 * Unpaid commissions are summed by day and by month. An affiliate has a row for each day on which something is due, so
 * whole months are read, and of the current month only the days of its shorter part, up to today or after it. The month
 * counts as its longer part, and each row of the shorter part moves from there to its own.
 */
export function unpaidAggregates({ orgId, today, of }: Wanted & { today: Day }): Sql {
  const month = firstOfMonth(today);
  const next = addMonths(month, 1);
  const isLate = today > addDays(month, 14);
  const [from, until] = isLate ? [addDays(today, 1), next] : [month, addDays(today, 1)];
  return sql`
    select affiliate_id, currency, state, day < ${isLate ? next : month}::date as begun, count, amount from aggregate
    where org_id = ${orgId}::uuid and ${of} and kind = 'unpaid-month'
    union all
    select affiliate_id, currency, case state when 'waiting' then 'waiting' else 'open' end, part.begun,
           part.sign * count, part.sign * amount
    from aggregate cross join (values (1, ${!isLate}::boolean), (-1, ${isLate}::boolean)) part (sign, begun)
    where org_id = ${orgId}::uuid and ${of} and kind in ('one-off', 'monthly') and state in ('open', 'pending', 'waiting')
      and day >= ${from}::date and day < ${until}::date`;
}
