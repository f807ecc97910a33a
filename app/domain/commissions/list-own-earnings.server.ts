import { day, isDay, LAST_DAY } from "../shared/dates";
import { wholeMonths } from "../reports/report-period";
import { fromDatabase } from "../shared/money";
import { PAGE_SIZE, readCursor, type Page } from "../shared/page";
import type { Period } from "../shared/period";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { traceOf, type CommissionRow } from "../transactions/commission-row.server";
import type { MonthOfEarnings, OwnEarning } from "./own-earning";
import { paymentState } from "./payment";

export interface EarningsRequest {
  /** All when null. */
  period: Period | null;
  cursor?: string | null;
  size?: number;
}

/** From the first day that is stored to the last. */
const ALL: Period = { from: day("1900-01-01"), to: LAST_DAY };

interface EarningRow extends CommissionRow {
  months: number | null;
  due: string;
  paid: boolean;
  paid_date: string | null;
  day: string;
}

/**
 * A page of the commissions of the acting affiliate, latest first by the day they count at: one-off and monthly, owed,
 * planned and paid. Throws `forbidden` for others.
 */
export async function listOwnEarnings(
  scope: Scope,
  { period, cursor = null, size = PAGE_SIZE }: EarningsRequest,
): Promise<Page<OwnEarning>> {
  const affiliateId = actingAffiliate(scope);
  const today = await scope.today();
  const pageCursor = readCursor({ cursor }, "desc", isDay, size);
  const latest = pageCursor.direction === "desc";
  const { take } = pageCursor;
  const { key = null, id: lastId = null } = pageCursor.from ?? {};
  const { from, to } = period ?? ALL;
  const { orgId } = scope;
  // Each branch reads from its own index, and no more rows than the page needs. For this the conditions, the order and
  // the limit are repeated in every branch. Postgres puts the parameters in before it plans.
  const rows = await scope.db.$queryRaw<EarningRow[]>`
    select t.kind, t.id, d.affiliate_id, null as affiliate, d.lead_id, l.company_name as company, t.deal_id,
           d.title as deal, d.contract_duration_months as months, d.commission_trace as trace, t.due::text, t.paid,
           t.paid_date::text, t.day::text, t.amount, t.currency, t.receipt_url
    from (
      select * from (
        (select 'deal' as kind, id, id as deal_id, close_date as due, false as paid, null::date as paid_date,
                close_date as day, commission_amount as amount, commission_currency as currency, receipt_url
         from deal
         where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and deal_type = 'one-time'
           and (commission_paid or commission_amount > 0 and not commission_ended) and not commission_paid
           and close_date between ${from}::date and ${to}::date
           and (${lastId}::uuid is null or case when ${latest}::boolean then (close_date, id) < (${key}::date, ${lastId}::uuid)
                                                else (close_date, id) > (${key}::date, ${lastId}::uuid) end)
         order by case when ${latest}::boolean then close_date end desc, case when ${latest}::boolean then id end desc, close_date, id
         limit ${take})
        union all
        (select 'payment', id, deal_id, period_start, false, null, period_start, amount, currency, receipt_url
         from commission_payment
         where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and status = 'pending'
           and period_start between ${from}::date and ${to}::date
           and (${lastId}::uuid is null or case when ${latest}::boolean then (period_start, id) < (${key}::date, ${lastId}::uuid)
                                                else (period_start, id) > (${key}::date, ${lastId}::uuid) end)
         order by case when ${latest}::boolean then period_start end desc, case when ${latest}::boolean then id end desc, period_start, id
         limit ${take})
        union all
        select paid.* from (values (true), (false)) receipt (missing) cross join lateral (
          (select 'deal', id, id, close_date, true, payment_date, payment_date, commission_amount,
                  commission_currency, receipt_url
           from deal
           where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and commission_paid
             and (receipt_url is null) = receipt.missing and payment_date between ${from}::date and ${to}::date
             and (${lastId}::uuid is null or case when ${latest}::boolean then (payment_date, id) < (${key}::date, ${lastId}::uuid)
                                                  else (payment_date, id) > (${key}::date, ${lastId}::uuid) end)
           order by case when ${latest}::boolean then payment_date end desc, case when ${latest}::boolean then id end desc, payment_date, id
           limit ${take})
          union all
          (select 'payment', id, deal_id, period_start, true, paid_date, paid_date, amount, currency, receipt_url
           from commission_payment
           where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and status = 'paid'
             and (receipt_url is null) = receipt.missing and paid_date between ${from}::date and ${to}::date
             and (${lastId}::uuid is null or case when ${latest}::boolean then (paid_date, id) < (${key}::date, ${lastId}::uuid)
                                                  else (paid_date, id) > (${key}::date, ${lastId}::uuid) end)
           order by case when ${latest}::boolean then paid_date end desc, case when ${latest}::boolean then id end desc, paid_date, id
           limit ${take})
        ) paid
      ) e
      order by case when ${latest}::boolean then day end desc, case when ${latest}::boolean then id end desc, day, id
      limit ${take}
    ) t
    join deal d on d.org_id = ${orgId}::uuid and d.id = t.deal_id
    join lead l on l.org_id = ${orgId}::uuid and l.id = d.lead_id
    order by case when ${latest}::boolean then t.day end desc, case when ${latest}::boolean then t.id end desc, t.day, t.id`;
  const page = pageCursor.page(rows, (row) => row.day);
  return {
    ...page,
    rows: page.rows.map((row): OwnEarning => {
      const due = day(row.due);
      return {
        kind: row.kind,
        id: row.id,
        dealId: row.deal_id,
        company: row.company,
        deal: row.deal,
        amount: { amount: fromDatabase(row.amount), currency: row.currency },
        trace: traceOf(row, scope.log),
        receiptUrl: row.receipt_url,
        due,
        months: row.months,
        state: paymentState(row.paid, due, today),
        paidDate: row.paid_date === null ? null : day(row.paid_date),
        day: day(row.day),
      };
    }),
  };
}

/**
 * What each month of the period brings the acting affiliate, per currency, earliest first. Whole months are read from
 * the aggregates; only of a period's days before and after them the paid commissions themselves. Throws `forbidden` for
 * others.
 */
export async function sumOwnEarnings(scope: Scope, period: Period | null): Promise<MonthOfEarnings[]> {
  const affiliateId = actingAffiliate(scope);
  const { from, to } = period ?? ALL;
  const { months, days } = period ? wholeMonths(period) : { months: ALL, days: [] };
  const today = await scope.today();
  const { orgId } = scope;
  const rows = await scope.db.$queryRaw<
    { month: string; currency: string; paid: bigint; due: bigint; planned: bigint }[]
  >`
    select date_trunc('month', day)::date::text as month, currency,
           coalesce(sum(amount) filter (where paid), 0)::bigint as paid,
           coalesce(sum(amount) filter (where not paid and day <= ${today}::date), 0)::bigint as due,
           coalesce(sum(amount) filter (where not paid and day > ${today}::date), 0)::bigint as planned
    from (
      select day, true as paid, currency, count, amount
      from aggregate
      where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and kind = 'paid-month'
        and day between ${months?.from ?? null}::date and ${months?.to ?? null}::date
      union all
      select paid.* from unnest(${days.map((edge) => edge.from)}::date[], ${days.map((edge) => edge.to)}::date[])
                         edge (first, last)
      cross join (values (true), (false)) receipt (missing) cross join lateral (
        select payment_date, true, commission_currency, 1::bigint, commission_amount
        from deal
        where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and commission_paid
          and (receipt_url is null) = receipt.missing and payment_date between edge.first and edge.last
        union all
        select paid_date, true, currency, 1, amount
        from commission_payment
        where org_id = ${orgId}::uuid and affiliate_id = ${affiliateId}::uuid and status = 'paid'
          and (receipt_url is null) = receipt.missing and paid_date between edge.first and edge.last
      ) paid
      union all
      select open.* from (values ('one-off', 'open'), ('monthly', 'pending')) k (kind, state) cross join lateral (
        select day, false, currency, count, amount
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
    planned: fromDatabase(sums.planned),
  }));
}
