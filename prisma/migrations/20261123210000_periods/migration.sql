-- Lists that are narrowed to a period: the day a lead was lost, what was paid by kind and receipt, and the indexes.

alter table lead add column lost_on date;

update lead set lost_on = (lead.updated_at at time zone o.time_zone)::date
from organization o where o.org_id = lead.org_id and lead.status = 'lost';
update lead set lost_on = (c.at at time zone o.time_zone)::date
from (
  select org_id, lead_id, max(created_at) as at from lead_status_change where to_status = 'lost' group by 1, 2
) c join organization o on o.org_id = c.org_id
where lead.org_id = c.org_id and lead.id = c.lead_id and lead.status = 'lost';

-- A lost lead has a day whoever writes it; its change of status, which has a moment, corrects the day.
create function app.lead_lost_on() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  zone text;
begin
  if new.status <> 'lost' then
    new.lost_on := null;
  elsif new.lost_on is null then
    execute pg_catalog.format('select time_zone from %s where org_id = $1',
      app.beside(TG_TABLE_NAME, TG_ARGV[0], 'organization'))
      into zone using new.org_id;
    new.lost_on := (new.updated_at at time zone coalesce(zone, 'UTC'))::date;
  end if;
  return new;
end
$$;
create trigger lead_lost_on before insert or update of status on lead
  for each row execute function app.lead_lost_on('lead');
revoke all on function app.lead_lost_on() from public;

-- As before, and it is lost on the day of its latest change, if that says so.
create or replace function app.lead_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute pg_catalog.format($q$
    with step as (
      select c.org_id, c.lead_id,
             min((c.created_at at time zone o.time_zone)::date) filter (where c.to_status = 'qualified') as qualified_on,
             bool_or(c.from_status = 'qualified' and c.to_status in ('new', 'contacted')) as unqualified,
             (array_agg(case when c.to_status = 'converted' then (c.created_at at time zone o.time_zone)::date end
               order by c.created_at desc))[1] as won_on,
             (array_agg(case when c.to_status = 'lost' then (c.created_at at time zone o.time_zone)::date end
               order by c.created_at desc))[1] as lost_on
      from new_rows c join %1$s o on o.org_id = c.org_id
      group by c.org_id, c.lead_id
    ), day as (
      select l.org_id, l.id, step.won_on, step.lost_on,
             case when step.unqualified then null else least(l.qualified_on, step.qualified_on) end as qualified_on
      from step join %2$s l on l.org_id = step.org_id and l.id = step.lead_id
    )
    update %2$s l set qualified_on = day.qualified_on, won_on = day.won_on, lost_on = day.lost_on
    from day
    where l.org_id = day.org_id and l.id = day.id
      and (day.qualified_on, day.won_on, day.lost_on) is distinct from (l.qualified_on, l.won_on, l.lost_on)$q$,
    app.beside(TG_TABLE_NAME, TG_ARGV[0], 'organization'), app.beside(TG_TABLE_NAME, TG_ARGV[0], 'lead'));
  return null;
end
$$;

-- Lost leads, latest first, of all affiliates or of one.
create index lead_lost on lead (org_id, lost_on, id) where status = 'lost';
create index lead_lost_by_affiliate on lead (org_id, affiliate_id, lost_on, id) where status = 'lost';
-- Leads of every status.
create index lead_org_id_created_at_id_idx on lead (org_id, created_at, id);

-- What a row of a table counts as. New: what was paid, by kind and whether it has a receipt.
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
          where deal_type = 'one-time' and commission_paid and payment_date is not null $q$
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


-- The lines of what is paid, made anew with their kinds.
delete from aggregate where kind in ('paid-day', 'paid-month');
do $$
declare
  of_table text;
begin
  foreach of_table in array array['deal', 'commission_payment'] loop
    execute format($q$
      with counted as (
        select org_id, affiliate_id, kind, state, day, currency, count(*) as count, sum(amount) as amount
        from (%s) c
        where kind in ('paid-day', 'paid-month') group by 1, 2, 3, 4, 5, 6
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
