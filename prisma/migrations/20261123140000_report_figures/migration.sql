-- What the reports count: the days on which a lead was submitted, first qualified and won, and counts and sums by day and by
-- month that are kept by triggers like the others.

alter table lead add column submitted_on date;
alter table lead add column qualified_on date;
alter table lead add column won_on date;

update lead set submitted_on = (lead.created_at at time zone o.time_zone)::date
from organization o where o.org_id = lead.org_id;
update lead set qualified_on = (c.at at time zone o.time_zone)::date
from (
  select org_id, lead_id, min(created_at) as at from lead_status_change where to_status = 'qualified' group by 1, 2
) c join organization o on o.org_id = c.org_id
where lead.org_id = c.org_id and lead.id = c.lead_id;
update lead set won_on = (c.at at time zone o.time_zone)::date
from (
  select org_id, lead_id, max(created_at) as at from lead_status_change where to_status = 'converted' group by 1, 2
) c join organization o on o.org_id = c.org_id
where lead.org_id = c.org_id and lead.id = c.lead_id and lead.status = 'converted';
alter table lead alter column submitted_on set not null;

-- The day of a lead is that of the organisation's calendar when it came; another time zone later does not move it.
create function app.lead_submitted_on() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  zone text;
begin
  execute pg_catalog.format('select time_zone from %s where org_id = $1',
    app.beside(TG_TABLE_NAME, TG_ARGV[0], 'organization'))
    into zone using new.org_id;
  new.submitted_on := (new.created_at at time zone coalesce(zone, 'UTC'))::date;
  return new;
end
$$;
create trigger lead_submitted_on before insert or update of created_at on lead
  for each row execute function app.lead_submitted_on('lead');

-- A lead was qualified on the day it first was, and won while its latest change says so.
create function app.lead_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute pg_catalog.format($q$
    with step as (
      select c.org_id, c.lead_id,
             min((c.created_at at time zone o.time_zone)::date) filter (where c.to_status = 'qualified') as qualified_on,
             (array_agg(case when c.to_status = 'converted' then (c.created_at at time zone o.time_zone)::date end
               order by c.created_at desc))[1] as won_on
      from new_rows c join %1$s o on o.org_id = c.org_id
      group by c.org_id, c.lead_id
    )
    update %2$s l set qualified_on = least(l.qualified_on, step.qualified_on), won_on = step.won_on
    from step
    where l.org_id = step.org_id and l.id = step.lead_id
      and (least(l.qualified_on, step.qualified_on), step.won_on) is distinct from (l.qualified_on, l.won_on)$q$,
    app.beside(TG_TABLE_NAME, TG_ARGV[0], 'organization'), app.beside(TG_TABLE_NAME, TG_ARGV[0], 'lead'));
  return null;
end
$$;
create trigger lead_steps after insert on lead_status_change
  referencing new table as new_rows for each statement execute function app.lead_steps('lead_status_change');
revoke all on function app.lead_submitted_on(), app.lead_steps() from public;

alter table aggregate drop constraint aggregate_kind;
alter table aggregate add constraint aggregate_kind check (kind in (
  'lead', 'deal', 'one-off', 'monthly',
  'lead-day', 'lead-month', 'deal-day', 'deal-month', 'paid-day', 'paid-month',
  'qualified-day', 'qualified-month', 'won-day', 'won-month'));

-- Whether an affiliate has lines of a kind, too. Days and steps are the organisation's alone: a line a day for each
-- affiliate would make as many lines as there are rows.
create function app.is_of_affiliate(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind not in ('lead-day', 'deal-day', 'paid-day', 'qualified-day', 'qualified-month', 'won-day', 'won-month')
$$;
revoke all on function app.is_of_affiliate(text) from public;

-- What a row of a table counts as.
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
          select org_id, affiliate_id, k.kind, 'paid',
                 case k.kind when 'paid-day' then payment_date else date_trunc('month', payment_date)::date end,
                 commission_currency, commission_amount
          from %1$s cross join (values ('paid-day'), ('paid-month')) k (kind)
          where deal_type = 'one-time' and commission_paid and payment_date is not null $q$
    when 'commission_payment' then
      $q$ select org_id, affiliate_id, 'monthly' as kind,
                 case when status = 'pending' then 'pending' when receipt_url is null then 'paid' else 'receipt' end
                   as state,
                 case when status = 'pending' then period_start else date '0001-01-01' end as day, currency, amount
          from %1$s
          union all
          select org_id, affiliate_id, k.kind, 'paid',
                 case k.kind when 'paid-day' then paid_date else date_trunc('month', paid_date)::date end, currency,
                 amount
          from %1$s cross join (values ('paid-day'), ('paid-month')) k (kind)
          where status = 'paid' and paid_date is not null $q$
  end
$$;

-- As before, but for the kinds that only the organisation has.
create or replace function app.aggregate() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  source text := app.aggregate_source(TG_ARGV[0]);
  changed text := concat_ws(' union all ',
    case when TG_OP <> 'DELETE' then 'select 1 as n, x.* from (' || format(source, 'new_rows') || ') x' end,
    case when TG_OP <> 'INSERT' then 'select -1 as n, x.* from (' || format(source, 'old_rows') || ') x' end);
begin
  execute format($q$
    with change as (
      select org_id, affiliate_id, kind, state, day, currency, sum(n) as count, sum(n * amount) as amount
      from (%s) c group by 1, 2, 3, 4, 5, 6
    )
    insert into %s (org_id, affiliate_id, kind, state, day, currency, count, amount)
    select org_id, affiliate_id, kind, state, day, currency, count, amount from change
    where affiliate_id is not null and app.is_of_affiliate(kind) and (count <> 0 or amount <> 0)
    union all
    select org_id, null, kind, state, day, currency, sum(count), sum(amount) from change
    group by 1, 3, 4, 5, 6 having sum(count) <> 0 or sum(amount) <> 0$q$,
    changed, app.beside(TG_TABLE_NAME, TG_ARGV[0], 'aggregate'));
  return null;
end
$$;

-- The lines of what is there already.
do $$
declare
  of_table text;
begin
  foreach of_table in array array['lead', 'deal', 'commission_payment'] loop
    execute format($q$
      with counted as (
        select org_id, affiliate_id, kind, state, day, currency, count(*) as count, sum(amount) as amount
        from (%s) c
        where kind not in ('lead', 'deal', 'one-off', 'monthly') group by 1, 2, 3, 4, 5, 6
      )
      insert into aggregate (org_id, affiliate_id, kind, state, day, currency, count, amount)
      select org_id, affiliate_id, kind, state, day, currency, count, amount from counted
      where affiliate_id is not null and app.is_of_affiliate(kind)
      union all
      select org_id, null, kind, state, day, currency, sum(count), sum(amount) from counted group by 1, 3, 4, 5, 6$q$,
      format(app.aggregate_source(of_table), of_table));
  end loop;
end
$$;

-- A month's lines of all affiliates, for the ranking, and steps by day, whose states are any number of days.
create index aggregate_by_day on aggregate (org_id, kind, day, affiliate_id, state, currency, count, amount)
  where kind in ('lead-month', 'deal-month', 'qualified-day', 'qualified-month', 'won-day', 'won-month');
-- The leads of some days that make no whole month, by affiliate.
create index lead_org_id_submitted_on_affiliate_id_idx on lead (org_id, submitted_on, affiliate_id);
