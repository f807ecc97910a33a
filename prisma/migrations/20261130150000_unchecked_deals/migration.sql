-- What a nightly run and its preview read: the deals of which months may be missing, and how many recurring deals there are.

-- A recurring deal whose monthly payments may not be all there: its contract or its payments have changed since they were checked.
-- Written by triggers only. Whoever creates what is missing takes the row away.
create table unchecked_deal (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  deal_id uuid not null,
  constraint unchecked_deal_pkey primary key (org_id, deal_id),
  constraint unchecked_deal_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint unchecked_deal_org_id_deal_id_fkey foreign key (org_id, deal_id) references deal (org_id, id) on delete cascade
);

alter table unchecked_deal enable row level security;
create policy tenant_select on unchecked_deal for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on unchecked_deal for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on unchecked_deal for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on unchecked_deal for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- Marks the deals that a statement may have left without a month. A new payment leaves none without one. One that others have marked
-- is marked again, which waits for whoever is checking it: what changes after the check is checked once more.
create function app.uncheck_deals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text := case TG_ARGV[0] || ' ' || TG_OP
    when 'deal INSERT' then 'select org_id, id from new_rows'
    when 'deal UPDATE' then
      $q$ select n.org_id, n.id from new_rows n join old_rows o on o.org_id = n.org_id and o.id = n.id
          where (n.deal_type, n.affiliate_id is null, n.commission_amount > 0, n.contract_start_date, n.contract_duration_months)
            is distinct from
              (o.deal_type, o.affiliate_id is null, o.commission_amount > 0, o.contract_start_date, o.contract_duration_months) $q$
    when 'commission_payment UPDATE' then
      $q$ select o.org_id, o.deal_id from old_rows o left join new_rows n on n.org_id = o.org_id and n.id = o.id
          where n.id is null or (n.deal_id, n.period_start) is distinct from (o.deal_id, o.period_start)
            or o.status = 'paid' and n.status <> 'paid' $q$
    when 'commission_payment DELETE' then 'select org_id, deal_id from old_rows'
  end;
begin
  execute format($q$
    insert into %s (org_id, deal_id)
    select d.org_id, d.id from %s d
    where (d.org_id, d.id) in (%s)
      and d.deal_type = 'recurring' and d.affiliate_id is not null and d.commission_amount > 0
    order by d.org_id, d.id
    on conflict (org_id, deal_id) do update set deal_id = excluded.deal_id$q$,
    app.beside(TG_TABLE_NAME, TG_ARGV[0], 'unchecked_deal'), app.beside(TG_TABLE_NAME, TG_ARGV[0], 'deal'), changed);
  return null;
end
$$;
revoke all on function app.uncheck_deals() from public;

create trigger uncheck_insert after insert on deal
  referencing new table as new_rows for each statement execute function app.uncheck_deals('deal');
create trigger uncheck_update after update on deal
  referencing new table as new_rows old table as old_rows for each statement execute function app.uncheck_deals('deal');
create trigger uncheck_update after update on commission_payment
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.uncheck_deals('commission_payment');
create trigger uncheck_delete after delete on commission_payment
  referencing old table as old_rows for each statement execute function app.uncheck_deals('commission_payment');

-- Those of which months are missing now. A distributed database cannot fill a new table here; its first nightly run checks all deals.
do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  insert into unchecked_deal (org_id, deal_id)
  select distinct d.org_id, d.id
  from deal d cross join lateral generate_series(0, d.contract_duration_months - 1) as month
  where d.deal_type = 'recurring' and d.affiliate_id is not null and d.commission_amount > 0
    and not exists (
      select from commission_payment p
      where p.org_id = d.org_id and p.deal_id = d.id
        and p.period_start = (d.contract_start_date + make_interval(months => month))::date);
end
$$;

-- A run that has checked every recurring deal, marked or not.
alter table generation_run add column is_full boolean not null default false;

-- The deals that a run skips, by id.
create index deal_without_payments on deal (org_id, id)
  where deal_type = 'recurring' and (affiliate_id is null or commission_amount <= 0);

-- How many recurring deals there are, counted as everything else. Of the organisation alone.
alter table aggregate drop constraint aggregate_kind;
alter table aggregate add constraint aggregate_kind check (kind in (
  'lead', 'deal', 'one-off', 'monthly', 'recurring',
  'lead-day', 'lead-month', 'deal-day', 'deal-month', 'paid-day', 'paid-month',
  'qualified-day', 'qualified-month', 'won-day', 'won-month'));

create or replace function app.is_of_affiliate(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind not in ('recurring', 'lead-day', 'deal-day', 'paid-day', 'qualified-day', 'qualified-month', 'won-day', 'won-month')
$$;

-- As before, with the recurring deals.
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
                 currency, amount
          from %1$s
          union all
          select org_id, affiliate_id, 'one-off',
                 case when not commission_paid then 'open' when receipt_url is null then 'paid' else 'receipt' end,
                 case when commission_paid then date '0001-01-01' else close_date end, commission_currency,
                 commission_amount
          from %1$s where deal_type = 'one-time' and (commission_paid or commission_amount > 0)
          union all
          select org_id, affiliate_id, k.kind, 'won',
                 case k.kind when 'deal-day' then close_date else date_trunc('month', close_date)::date end, currency,
                 amount
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
                 case when status = 'pending' then 'pending' when receipt_url is null then 'paid' else 'receipt' end
                   as state,
                 case when status = 'pending' then period_start else date '0001-01-01' end as day, currency, amount
          from %1$s
          union all
          select org_id, affiliate_id, k.kind, case when receipt_url is null then 'monthly' else 'monthly-receipt' end,
                 case k.kind when 'paid-day' then paid_date else date_trunc('month', paid_date)::date end, currency,
                 amount
          from %1$s cross join (values ('paid-day'), ('paid-month')) k (kind)
          where status = 'paid' and paid_date is not null $q$
  end
$$;

insert into aggregate (org_id, affiliate_id, kind, state, day, currency, count, amount)
select org_id, null, 'recurring',
       case when affiliate_id is null then 'no_affiliate' when commission_amount > 0 then 'paying' else 'no_commission' end,
       date '0001-01-01', '', count(*), 0
from deal where deal_type = 'recurring' group by 1, 4;
