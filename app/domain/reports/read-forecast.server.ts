import { addDays, addMonths, firstOfMonth, type Day } from "../shared/dates";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import type { Period } from "../shared/period";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** How many months the forecast covers, the current one included. */
export const FORECAST_MONTHS = 12;

export interface Planned {
  count: number;
  amounts: Money[];
}

/** What falls due in a month, after today. */
export interface ForecastMonth extends Period {
  oneOff: Planned;
  monthly: Planned;
}

/**
 * Reads the planned commissions by month, from tomorrow on: unpaid commissions of won deals by the day they fall due,
 * or would if their customer has paid. They come from the aggregates. Deals that are not won yet are not included.
 * Throws `forbidden`.
 */
export async function readForecast(scope: Scope): Promise<ForecastMonth[]> {
  requireStaff(scope);
  const months = monthsAfter(await scope.today());
  const rows = await scope.db.$queryRaw<
    { index: number; kind: "one-off" | "monthly"; currency: string; count: bigint; amount: bigint }[]
  >`
    select part.index, k.kind, a.currency, sum(a.count)::bigint as count, sum(a.amount)::bigint as amount
    from unnest(${months.map((_, index) => index)}::int[], ${months.map(({ from }) => from)}::date[],
                ${months.map(({ to }) => to)}::date[]) part (index, first, last)
    cross join (values ('one-off', 'open'), ('monthly', 'pending'), ('one-off', 'waiting'), ('monthly', 'waiting'))
                       k (kind, state)
    cross join lateral (
      select a.currency, sum(a.count) as count, sum(a.amount) as amount
      from aggregate a
      where a.org_id = ${scope.orgId}::uuid and a.affiliate_id is null
        and a.kind = k.kind and a.state = k.state and a.day between part.first and part.last
      group by 1
    ) a
    group by 1, 2, 3 having sum(a.count) <> 0`;
  return months.map((month, index) => {
    const planned = (kind: "one-off" | "monthly"): Planned => {
      const own = rows.filter((row) => row.index === index && row.kind === kind);
      return {
        count: own.reduce((sum, { count }) => sum + Number(count), 0),
        amounts: sumByCurrency(own.map(({ amount, currency }) => ({ amount: fromDatabase(amount), currency }))),
      };
    };
    return { ...month, oneOff: planned("one-off"), monthly: planned("monthly") };
  });
}

/** Returns the months of the forecast; the first one from tomorrow on, so on its last day it is left out. */
export function monthsAfter(today: Day): Period[] {
  const first = firstOfMonth(today);
  return Array.from({ length: FORECAST_MONTHS }, (_, index) => ({
    from: index === 0 ? addDays(today, 1) : addMonths(first, index),
    to: addDays(addMonths(first, index + 1), -1),
  })).filter(({ from, to }) => from <= to);
}
