import { addDays, addMonths, firstOfMonth, type Day } from "./dates";
import { sql, type Sql } from "./sql";

/** Which rows of the table `aggregate` to read. */
interface Wanted {
  orgId: string;
  today: Day;
  /** Condition on `affiliate_id`. */
  of: Sql;
}

/**
 * Returns a query of all that is unpaid: affiliate_id, currency, state, begun, count and amount, to be summed. The state
 * is `open` or `waiting` for the customer. It has begun when the day it is due on is not after today.
 *
 * Unpaid commissions are summed by day and by month. An affiliate has a row for each day on which something is due, so
 * whole months are read, and of the current month only the days of its shorter part, up to today or after it. The month
 * counts as its longer part, and each row of the shorter part moves from there to its own.
 */
export function unpaidAggregates({ orgId, today, of }: Wanted): Sql {
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
