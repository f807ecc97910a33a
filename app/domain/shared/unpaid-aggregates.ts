import { firstOfMonth, type Day } from "./dates";
import { sql, type Sql } from "./sql";

// Unpaid commissions are summed by day and by month. Whole months come from the months and only the current month from
// its days, because an affiliate has a row for each day on which something was due.

/** Which rows of the table `aggregate` to read. */
interface Wanted {
  orgId: string;
  today: Day;
  /** Condition on `affiliate_id`. */
  of: Sql;
}

/** Returns a query of what is due: affiliate_id, currency, count and amount. */
export function dueAggregates({ orgId, today, of }: Wanted): Sql {
  return sql`
    select affiliate_id, currency, count, amount from aggregate
    where org_id = ${orgId}::uuid and ${of} and kind = 'unpaid-month' and state = 'open' and day < ${firstOfMonth(today)}::date
    union all
    select affiliate_id, currency, count, amount from aggregate
    where org_id = ${orgId}::uuid and ${of} and kind in ('one-off', 'monthly') and state in ('open', 'pending')
      and day between ${firstOfMonth(today)}::date and ${today}::date`;
}

/**
 * Returns a query of all that is unpaid: affiliate_id, currency, state, day, count and amount. The state is `open` or
 * `waiting` for the customer. The day is the one it is due on, or the first day of another month than the current one.
 */
export function unpaidAggregates({ orgId, today, of }: Wanted): Sql {
  const month = firstOfMonth(today);
  return sql`
    select affiliate_id, currency, state, day, count, amount from aggregate
    where org_id = ${orgId}::uuid and ${of} and kind = 'unpaid-month' and day <> ${month}::date
    union all
    select affiliate_id, currency, case state when 'waiting' then 'waiting' else 'open' end, day, count, amount
    from aggregate
    where org_id = ${orgId}::uuid and ${of} and kind in ('one-off', 'monthly') and state in ('open', 'pending', 'waiting')
      and day >= ${month}::date and day < (${month}::date + interval '1 month')::date`;
}
