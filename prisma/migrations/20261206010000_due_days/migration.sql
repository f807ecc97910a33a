-- The day on which a commission is due. Terms may say that it waits until the customer has paid, and that a number of
-- days must pass first. A deal keeps what its terms said when it was won, and each of its months repeats it.

alter table affiliate_term add column due_when text not null default 'period';
alter table affiliate_term add column holding_days smallint not null default 0;
alter table affiliate_term add constraint affiliate_term_due_when check (due_when in ('period', 'customer_paid'));
alter table affiliate_term add constraint affiliate_term_holding_days check (holding_days between 0 and 90);

-- The customer's payment and the invoice for it. Statements print them.
alter table deal add column due_when text not null default 'period';
alter table deal add column holding_days smallint not null default 0;
alter table deal add column customer_paid_on date;
alter table deal add column customer_paid_amount bigint;
alter table deal add column invoice_number text;
alter table deal add column invoiced_on date;
-- Null while the commission waits for the customer.
alter table deal add column due_on date generated always as (
  case when due_when = 'period' then close_date + holding_days
    when customer_paid_on is not null then greatest(close_date, customer_paid_on) + holding_days end) stored;
alter table deal add constraint deal_due_when check (due_when in ('period', 'customer_paid'));
alter table deal add constraint deal_holding_days check (holding_days between 0 and 90);
alter table deal add constraint deal_customer_paid check (
  customer_paid_amount >= 0 and customer_paid_on is not null or customer_paid_amount is null);
alter table deal add constraint deal_paid_is_due check (not commission_paid or due_on is not null);

alter table commission_payment add column due_when text not null default 'period';
alter table commission_payment add column holding_days smallint not null default 0;
alter table commission_payment add column customer_paid_on date;
alter table commission_payment add column customer_paid_amount bigint;
alter table commission_payment add column invoice_number text;
alter table commission_payment add column invoiced_on date;
alter table commission_payment add column due_on date generated always as (
  case when due_when = 'period' then period_start + holding_days
    when customer_paid_on is not null then greatest(period_start, customer_paid_on) + holding_days end) stored;
alter table commission_payment add constraint commission_payment_due_when check (due_when in ('period', 'customer_paid'));
alter table commission_payment add constraint commission_payment_holding_days check (holding_days between 0 and 90);
alter table commission_payment add constraint commission_payment_customer_paid check (
  customer_paid_amount >= 0 and customer_paid_on is not null or customer_paid_amount is null);
alter table commission_payment add constraint commission_payment_paid_is_due check (status <> 'paid' or due_on is not null);

-- Lists and sums ask for the day on which a commission is due. What waits has a short index of its own.
create index deal_one_off_by_due on deal (org_id, commission_paid, due_on, id)
  where deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended);
create index deal_one_off_due_by_affiliate on deal (org_id, affiliate_id, commission_paid, due_on, id)
  where deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended);
create index deal_waiting on deal (org_id, close_date, id) where due_on is null;
create index deal_waiting_by_affiliate on deal (org_id, affiliate_id, close_date, id) where due_on is null;
drop index commission_payment_org_id_period_start_id_idx;
drop index commission_payment_org_id_status_period_start_id_idx;
drop index commission_payment_org_id_affiliate_id_status_period_start_idx;
create index commission_payment_org_id_status_due_on_id_idx on commission_payment (org_id, status, due_on, id);
create index commission_payment_org_id_affiliate_id_status_due_on_id_idx
  on commission_payment (org_id, affiliate_id, status, due_on, id);
create index commission_payment_waiting on commission_payment (org_id, period_start, id) where due_on is null;
create index commission_payment_waiting_by_affiliate on commission_payment (org_id, affiliate_id, period_start, id)
  where due_on is null;

-- As before; an unpaid commission counts on the day it is due, and one that waits has a state of its own.
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
          where qualified_on is not null and won_on is not null $q$
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
          select org_id, affiliate_id, k.kind, case when receipt_url is null then 'one-off' else 'one-off-receipt' end,
                 case k.kind when 'paid-day' then payment_date else date_trunc('month', payment_date)::date end,
                 commission_currency, commission_amount
          from %1$s cross join (values ('paid-day'), ('paid-month')) k (kind)
          where deal_type = 'one-time' and commission_paid and payment_date is not null
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
          where status = 'paid' and paid_date is not null $q$
  end
$$;
