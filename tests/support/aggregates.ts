import type pg from "pg";
import { expect } from "vitest";
import { dueDay, waits } from "./due-days";

const NEVER = "date '0001-01-01'";
/** The worth of a deal; until its end if it has ended. */
const WORTH = "case when ended_on is null then amount else ended_amount end";

/** Day of a sum of unpaid commissions, of all or of a month. */
const unpaidDay = (without: string) =>
  `case unpaid when 'unpaid' then ${NEVER} else date_trunc('month', ${dueDay(without)})::date end`;

/** Recalculates all aggregates from the rows. */
const counted = `
  select org_id, affiliate_id, 'lead' as kind, status as state, ${NEVER} as day, '' as currency, 0::bigint as amount
  from lead
  union all
  select org_id, affiliate_id, 'deal', deal_type, make_date(extract(year from close_date)::int, 1, 1), currency, ${WORTH}
  from deal
  union all
  select org_id, affiliate_id, 'recurring', case when affiliate_id is null then 'no_affiliate'
           when commission_amount <= 0 then 'no_commission' else 'paying' end, ${NEVER}, '', 0
  from deal where deal_type = 'recurring'
  union all
  select org_id, affiliate_id, 'one-off',
         case when commission_paid and receipt_url is not null then 'receipt' when commission_paid then 'paid'
              when ${waits} then 'waiting' else 'open' end,
         case when commission_paid then ${NEVER} else ${dueDay("close_date")} end, commission_currency, commission_amount
  from deal where deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended)
  union all
  select org_id, affiliate_id, 'monthly', case when ${waits} then 'waiting' else 'pending' end,
         ${dueDay("period_start")}, currency, amount
  from commission_payment where status = 'pending'
  union all
  select org_id, affiliate_id, 'monthly', case when receipt_url is null then 'paid' else 'receipt' end, ${NEVER},
         currency, amount
  from commission_payment where status = 'paid'
  union all
  select org_id, affiliate_id, unpaid, case when ${waits} then 'waiting' else 'open' end, ${unpaidDay("close_date")},
         commission_currency, commission_amount
  from deal, unnest(array['unpaid', 'unpaid-month']) unpaid
  where deal_type = 'one-time' and not commission_paid and commission_amount > 0 and not commission_ended
  union all
  select org_id, affiliate_id, unpaid, case when ${waits} then 'waiting' else 'open' end, ${unpaidDay("period_start")},
         currency, amount
  from commission_payment, unnest(array['unpaid', 'unpaid-month']) unpaid
  where status = 'pending'
  union all
  select org_id, affiliate_id, 'lead-' || unit, case when status = 'converted' then 'won'
           when status = 'qualified' or qualified_on is not null then 'qualified' else 'open' end,
         date_trunc(unit, submitted_on)::date, '', 0
  from lead, unnest(array['day', 'month']) unit
  union all
  select org_id, affiliate_id, 'qualified-' || unit, greatest(qualified_on - submitted_on, 0)::text,
         date_trunc(unit, qualified_on)::date, '', 0
  from lead, unnest(array['day', 'month']) unit where qualified_on is not null
  union all
  select org_id, affiliate_id, 'won-' || unit, greatest(won_on - qualified_on, 0)::text, date_trunc(unit, won_on)::date, '', 0
  from lead, unnest(array['day', 'month']) unit where won_on is not null and qualified_on is not null
  union all
  select org_id, affiliate_id, 'deal-' || unit, case when ended_on is not null and ended_amount = 0 then 'cancelled' else 'won' end,
         date_trunc(unit, close_date)::date, currency, ${WORTH}
  from deal, unnest(array['day', 'month']) unit
  union all
  select org_id, affiliate_id, 'paid-' || unit, 'one-off' || case when receipt_url is null then '' else '-receipt' end,
         date_trunc(unit, payment_date)::date, commission_currency, commission_amount
  from deal, unnest(array['day', 'month']) unit where deal_type = 'one-time' and commission_paid
  union all
  select org_id, affiliate_id, 'paid-' || unit, 'monthly' || case when receipt_url is null then '' else '-receipt' end,
         date_trunc(unit, paid_date)::date, currency, amount
  from commission_payment, unnest(array['day', 'month']) unit where status = 'paid'
  union all
  select org_id, affiliate_id, 'lead-' || by.kind || '-' || unit, by.key || ':' || case when status = 'converted' then 'won'
           when status = 'qualified' or qualified_on is not null then 'qualified' else 'open' end,
         date_trunc(unit, submitted_on)::date, '', 0
  from lead, unnest(array['day', 'month']) unit,
       lateral (values ('source', source), ('member', case when source <> 'affiliate' then created_by::text end)) by (kind, key)
  where by.key is not null
  union all
  select org_id, affiliate_id, 'deal-' || by.kind || '-' || unit, by.key, date_trunc(unit, close_date)::date, currency, ${WORTH}
  from deal, unnest(array['day', 'month']) unit,
       lateral (values ('source', source), ('member', credited_to::text)) by (kind, key)
  where by.key is not null and not (ended_on is not null and ended_amount = 0)`;

/** Kinds that exist only per organization. */
const ofOrganization = `('recurring', 'lead-day', 'deal-day', 'paid-day', 'qualified-day', 'qualified-month', 'won-day',
  'won-month', 'lead-source-day', 'lead-source-month', 'lead-member-day', 'lead-member-month', 'deal-source-day',
  'deal-source-month', 'deal-member-day', 'deal-member-month')`;

/** Fails unless the aggregates of every organization and affiliate equal the recalculated ones. */
export async function expectExactAggregates(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query(`
    with counted as (${counted}),
    wanted as (
      select org_id, affiliate_id, kind, state, day, currency, count(*) as count, sum(amount) as amount
      from counted where affiliate_id is not null and kind not in ${ofOrganization} group by 1, 2, 3, 4, 5, 6
      union all
      select org_id, null, kind, state, day, currency, count(*), sum(amount) from counted group by 1, 3, 4, 5, 6
    ),
    found as (
      select org_id, affiliate_id, kind, state, day, currency, sum(count) as count, sum(amount) as amount
      from aggregate group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0 or sum(amount) <> 0
    )
    (select 'missing' as what, * from (select * from wanted except select * from found) m)
    union all
    (select 'too much', * from (select * from found except select * from wanted) t)`);
  expect(rows).toEqual([]);
}
