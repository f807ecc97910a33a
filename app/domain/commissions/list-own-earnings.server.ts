import { day, isDay, LAST_DAY } from "../shared/dates";
import { wholeMonths } from "../shared/report-period";
import { fromDatabase } from "../shared/money";
import { collectRows, PAGE_SIZE, readCursor, type Page } from "../shared/page";
import type { Period } from "../shared/period";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { PaymentState } from "../deals/plan-payments";
import type { MonthOfEarnings, OwnEarning } from "./own-earning";
import { earning, readCommissions } from "./read-commissions.server";

export interface EarningsRequest {
  /** All commissions if null. */
  period: Period | null;
  cursor?: string | null;
  size?: number;
}

/** The whole range of days that can be stored. */
const ALL: Period = { from: day("1900-01-01"), to: LAST_DAY };

/**
 * Returns a page of the acting affiliate's commissions, monthly and one-off, due, planned and paid. They are sorted by
 * the day they count at, latest first. Throws `forbidden` for others.
 */
export async function listOwnEarnings(
  scope: Scope,
  { period, cursor = null, size = PAGE_SIZE }: EarningsRequest,
): Promise<Page<OwnEarning>> {
  const affiliateId = actingAffiliate(scope);
  const pageCursor = readCursor({ cursor }, "desc", isDay, size);
  const wanted = { tab: "all", by: "day", affiliateId, period } as const;
  const rows = await collectRows<OwnEarning>((each) => readCommissions(scope, wanted, pageCursor, earning, each));
  return pageCursor.page(rows, (row) => row.day);
}

/**
 * Returns the acting affiliate's sums for each month of the period, per currency, earliest first. Whole months are read
 * from the aggregates. For the days of the period before and after them, the paid commissions are read. Throws
 * `forbidden` for others.
 */
export async function sumOwnEarnings(scope: Scope, period: Period | null): Promise<MonthOfEarnings[]> {
  const affiliateId = actingAffiliate(scope);
  const { from, to } = period ?? ALL;
  const { months, days } = period ? wholeMonths(period) : { months: ALL, days: [] };
  const today = await scope.today();
  const { orgId } = scope;
  const rows = await scope.db.$queryRaw<({ month: string; currency: string } & Record<PaymentState, bigint>)[]>`
    select date_trunc('month', day)::date::text as month, currency,
           coalesce(sum(amount) filter (where state = 'paid'), 0)::bigint as paid,
           coalesce(sum(amount) filter (where state = 'open' and day <= ${today}::date), 0)::bigint as due,
           coalesce(sum(amount) filter (where state = 'waiting' and day <= ${today}::date), 0)::bigint as waiting,
           coalesce(sum(amount) filter (where state <> 'paid' and day > ${today}::date), 0)::bigint as planned
    from (
      select day, 'paid' as state, currency, count, amount
      from aggregate
      where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and kind = 'paid-month'
        and day between ${months?.from ?? null}::date and ${months?.to ?? null}::date
      union all
      select paid.* from unnest(${days.map((edge) => edge.from)}::date[], ${days.map((edge) => edge.to)}::date[])
                         edge (first, last)
      cross join (values (true), (false)) receipt (missing) cross join lateral (
        select payment_date, 'paid', commission_currency, 1::bigint, commission_amount
        from deal
        where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and commission_paid
          and (receipt_url is null) = receipt.missing and payment_date between edge.first and edge.last
        union all
        select paid_date, 'paid', currency, 1, amount
        from commission_payment
        where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and status = 'paid'
          and (receipt_url is null) = receipt.missing and paid_date between edge.first and edge.last
      ) paid
      union all
      select open.* from (values ('one-off', 'open', 'open'), ('one-off', 'waiting', 'waiting'),
                                 ('monthly', 'pending', 'open'), ('monthly', 'waiting', 'waiting')) k (kind, state, as_state)
      cross join lateral (
        select day, k.as_state, currency, count, amount
        from aggregate
        where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and kind = k.kind and state = k.state
          and day between ${from}::date and ${to}::date
      ) open
    ) e
    group by 1, 2 having sum(count) <> 0 order by 1, 2`;
  return rows.map(({ month, currency, ...sums }) => ({
    month: day(month),
    currency,
    paid: fromDatabase(sums.paid),
    due: fromDatabase(sums.due),
    waiting: fromDatabase(sums.waiting),
    planned: fromDatabase(sums.planned),
  }));
}
