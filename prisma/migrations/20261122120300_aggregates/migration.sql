-- Counts and sums, kept by triggers: what a statement changes in lead, deal and commission_payment adds lines to aggregate.

-- What a row of a table counts as. %1$s is the table, or the rows a statement has changed.
create function app.aggregate_source(of_table text) returns text
language sql immutable set search_path = '' as $$
  select case of_table
    when 'lead' then
      $q$ select org_id, affiliate_id, 'lead' as kind, status as state, date '0001-01-01' as day, '' as currency,
                 0::bigint as amount
          from %1$s $q$
    when 'deal' then
      $q$ select org_id, affiliate_id, 'deal' as kind, deal_type as state, date_trunc('year', close_date)::date as day,
                 currency, amount
          from %1$s
          union all
          select org_id, affiliate_id, 'one-off',
                 case when not commission_paid then 'open' when receipt_url is null then 'paid' else 'receipt' end,
                 case when commission_paid then date '0001-01-01' else close_date end, commission_currency,
                 commission_amount
          from %1$s where deal_type = 'one-time' and (commission_paid or commission_amount > 0) $q$
    when 'commission_payment' then
      $q$ select org_id, affiliate_id, 'monthly' as kind,
                 case when status = 'pending' then 'pending' when receipt_url is null then 'paid' else 'receipt' end
                   as state,
                 case when status = 'pending' then period_start else date '0001-01-01' end as day, currency, amount
          from %1$s $q$
  end
$$;

-- Adds up what a statement has changed: a line for the organisation and one for the affiliate. Lines are only added, so
-- two transactions never wait for each other here. The argument is the name of the table (see app.beside).
create function app.aggregate() returns trigger
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
    where affiliate_id is not null and (count <> 0 or amount <> 0)
    union all
    select org_id, null, kind, state, day, currency, sum(count), sum(amount) from change
    group by 1, 3, 4, 5, 6 having sum(count) <> 0 or sum(amount) <> 0$q$,
    changed, app.beside(TG_TABLE_NAME, TG_ARGV[0], 'aggregate'));
  return null;
end
$$;

create trigger aggregate_insert after insert on lead
  referencing new table as new_rows for each statement execute function app.aggregate('lead');
create trigger aggregate_update after update on lead
  referencing new table as new_rows old table as old_rows for each statement execute function app.aggregate('lead');
create trigger aggregate_delete after delete on lead
  referencing old table as old_rows for each statement execute function app.aggregate('lead');
create trigger aggregate_insert after insert on deal
  referencing new table as new_rows for each statement execute function app.aggregate('deal');
create trigger aggregate_update after update on deal
  referencing new table as new_rows old table as old_rows for each statement execute function app.aggregate('deal');
create trigger aggregate_delete after delete on deal
  referencing old table as old_rows for each statement execute function app.aggregate('deal');
create trigger aggregate_insert after insert on commission_payment
  referencing new table as new_rows for each statement execute function app.aggregate('commission_payment');
create trigger aggregate_update after update on commission_payment
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.aggregate('commission_payment');
create trigger aggregate_delete after delete on commission_payment
  referencing old table as old_rows for each statement execute function app.aggregate('commission_payment');

-- Makes one line of the lines of a key; what others add meanwhile stays as it is. Safe to run at any time, twice at once.
create function app.fold_aggregates() returns void
language plpgsql set search_path = '' as $$
begin
  with touched as (
    select distinct org_id, affiliate_id, kind, state, day, currency from public.aggregate where not folded
  ), gone as (
    delete from public.aggregate t using touched k
    -- Equality, which can be hashed; "is not distinct from" would compare every line with every other.
    where coalesce(t.affiliate_id, t.org_id) = coalesce(k.affiliate_id, k.org_id)
      and (t.org_id, t.kind, t.state, t.day, t.currency) = (k.org_id, k.kind, k.state, k.day, k.currency)
    returning t.*
  )
  insert into public.aggregate (org_id, affiliate_id, kind, state, day, currency, count, amount, folded)
  select org_id, affiliate_id, kind, state, day, currency, sum(count), sum(amount), true
  from gone group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0 or sum(amount) <> 0
  order by 1, 2, 3, 4, 5, 6;
end
$$;

revoke all on function app.aggregate_source(text), app.aggregate(), app.fold_aggregates() from public;
