-- All unpaid commissions, for the sums of all affiliates: what is due is their total without what is due later. By
-- month an affiliate has a row for each month in which something was left unpaid.
alter table aggregate drop constraint aggregate_kind;
alter table aggregate add constraint aggregate_kind check (kind in (
  'lead', 'deal', 'one-off', 'monthly', 'unpaid', 'unpaid-month', 'recurring',
  'lead-day', 'lead-month', 'deal-day', 'deal-month', 'paid-day', 'paid-month',
  'qualified-day', 'qualified-month', 'won-day', 'won-month',
  'lead-source-day', 'lead-source-month', 'lead-member-day', 'lead-member-month',
  'deal-source-day', 'deal-source-month', 'deal-member-day', 'deal-member-month'));

-- As before, with the totals.
create or replace function app.aggregate_source(of_table text) returns text
language sql immutable set search_path = '' as $$
  select case of_table
    when 'lead' then
      $q$ select org_id, affiliate_id, 'lead' as kind, status as state, date '0001-01-01' as day, '' as currency,
                 0::bigint as amount
          from %1$s
          union all
          -- By the furthest step it has reached: of the leads of a day so many were qualified or won so far.
          select org_id, affiliate_id, k.kind,
                 case when status = 'converted' then 'won'
                      when status = 'qualified' or qualified_on is not null then 'qualified' else 'open' end,
                 case k.kind when 'lead-day' then submitted_on else date_trunc('month', submitted_on)::date end, '', 0
          from %1$s cross join (values ('lead-day'), ('lead-month')) k (kind)
          union all
          -- The state is how many days the step took.
          select org_id, affiliate_id, k.kind, greatest(0, qualified_on - submitted_on)::text,
                 case k.kind when 'qualified-day' then qualified_on else date_trunc('month', qualified_on)::date end, '', 0
          from %1$s cross join (values ('qualified-day'), ('qualified-month')) k (kind) where qualified_on is not null
          union all
          select org_id, affiliate_id, k.kind, greatest(0, won_on - qualified_on)::text,
                 case k.kind when 'won-day' then won_on else date_trunc('month', won_on)::date end, '', 0
          from %1$s cross join (values ('won-day'), ('won-month')) k (kind)
          where qualified_on is not null and won_on is not null
          union all
          -- The same steps by where the lead came from and by the member who added it.
          select org_id, affiliate_id, k.kind, source || ':' || case when status = 'converted' then 'won'
                 when status = 'qualified' or qualified_on is not null then 'qualified' else 'open' end,
                 case k.kind when 'lead-source-day' then submitted_on else date_trunc('month', submitted_on)::date end,
                 '', 0
          from %1$s cross join (values ('lead-source-day'), ('lead-source-month')) k (kind)
          union all
          select org_id, affiliate_id, k.kind, created_by || ':' || case when status = 'converted' then 'won'
                 when status = 'qualified' or qualified_on is not null then 'qualified' else 'open' end,
                 case k.kind when 'lead-member-day' then submitted_on else date_trunc('month', submitted_on)::date end,
                 '', 0
          from %1$s cross join (values ('lead-member-day'), ('lead-member-month')) k (kind)
          where created_by is not null and source <> 'affiliate' $q$
    when 'deal' then
      $q$ select org_id, affiliate_id, 'deal' as kind, deal_type as state, date_trunc('year', close_date)::date as day,
                 currency, coalesce(ended_amount, amount) as amount
          from %1$s
          union all
          select org_id, affiliate_id, 'one-off',
                 case when commission_paid then case when receipt_url is null then 'paid' else 'receipt' end
                      when due_on is null then 'waiting' else 'open' end,
                 case when commission_paid then date '0001-01-01' else coalesce(due_on, close_date) end,
                 commission_currency, commission_amount
          from %1$s where deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended)
          union all
          select org_id, affiliate_id, k.kind, case when ended_amount = 0 then 'cancelled' else 'won' end,
                 case k.kind when 'deal-day' then close_date else date_trunc('month', close_date)::date end, currency,
                 coalesce(ended_amount, amount)
          from %1$s cross join (values ('deal-day'), ('deal-month')) k (kind)
          union all
          -- Deals that are not canceled, by where their lead came from and by the member they count for.
          select org_id, affiliate_id, k.kind, source,
                 case k.kind when 'deal-source-day' then close_date else date_trunc('month', close_date)::date end,
                 currency, coalesce(ended_amount, amount)
          from %1$s cross join (values ('deal-source-day'), ('deal-source-month')) k (kind)
          where ended_amount is distinct from 0
          union all
          select org_id, affiliate_id, k.kind, credited_to::text,
                 case k.kind when 'deal-member-day' then close_date else date_trunc('month', close_date)::date end,
                 currency, coalesce(ended_amount, amount)
          from %1$s cross join (values ('deal-member-day'), ('deal-member-month')) k (kind)
          where credited_to is not null and ended_amount is distinct from 0
          union all
          select org_id, affiliate_id, k.kind, case when receipt_url is null then 'one-off' else 'one-off-receipt' end,
                 case k.kind when 'paid-day' then payment_date else date_trunc('month', payment_date)::date end,
                 commission_currency, commission_amount
          from %1$s cross join (values ('paid-day'), ('paid-month')) k (kind)
          where deal_type = 'one-time' and commission_paid and payment_date is not null
          union all
          select org_id, affiliate_id, k.kind, case when due_on is null then 'waiting' else 'open' end,
                 case k.kind when 'unpaid' then date '0001-01-01'
                      else date_trunc('month', coalesce(due_on, close_date))::date end,
                 commission_currency, commission_amount
          from %1$s cross join (values ('unpaid'), ('unpaid-month')) k (kind)
          where deal_type = 'one-time' and not commission_paid and commission_amount > 0 and not commission_ended
          union all
          -- Whether it pays anything each month, and if not, why.
          select org_id, affiliate_id, 'recurring',
                 case when affiliate_id is null then 'no_affiliate' when commission_amount > 0 then 'paying'
                      else 'no_commission' end, date '0001-01-01', '', 0
          from %1$s where deal_type = 'recurring' $q$
    when 'commission_payment' then
      $q$ select org_id, affiliate_id, 'monthly' as kind,
                 case when status = 'paid' then case when receipt_url is null then 'paid' else 'receipt' end
                      when due_on is null then 'waiting' else 'pending' end as state,
                 case when status = 'paid' then date '0001-01-01' else coalesce(due_on, period_start) end as day,
                 currency, amount
          from %1$s
          union all
          select org_id, affiliate_id, k.kind, case when receipt_url is null then 'monthly' else 'monthly-receipt' end,
                 case k.kind when 'paid-day' then paid_date else date_trunc('month', paid_date)::date end, currency,
                 amount
          from %1$s cross join (values ('paid-day'), ('paid-month')) k (kind)
          where status = 'paid' and paid_date is not null
          union all
          select org_id, affiliate_id, k.kind, case when due_on is null then 'waiting' else 'open' end,
                 case k.kind when 'unpaid' then date '0001-01-01'
                      else date_trunc('month', coalesce(due_on, period_start))::date end,
                 currency, amount
          from %1$s cross join (values ('unpaid'), ('unpaid-month')) k (kind) where status <> 'paid' $q$
  end
$$;
