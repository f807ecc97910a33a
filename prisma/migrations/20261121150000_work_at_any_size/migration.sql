-- What the staff's screens need at any size: search that uses an index, counts and sums that are not read off every row,
-- indexes in the order lists are read; and tiered terms, and when a lead was qualified.

-- Both come with Postgres and may be installed by the owner of a database.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- ---------------------------------------------------------------- search
-- Text without accents and case. Not the unaccent extension: its rules change between versions of Postgres, and stored
-- columns and indexes would not follow. app/domain/shared/search.ts does the same to what is searched for.

create function app.plain(value text) returns text
language sql immutable strict parallel safe as $$
  select replace(replace(replace(
    lower(translate(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđı', 'oollddi')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;
revoke all on function app.plain(text) from public;

alter table affiliate
  add column search text not null generated always as (' ' || app.plain(name || ' ' || email)) stored;
alter table lead
  add column qualified_at timestamptz(3),
  add column submission_id uuid,
  add column created_by uuid,
  add column search text not null
    generated always as (' ' || app.plain(company_name || ' ' || contact_person || ' ' || email)) stored;
alter table deal
  add column search text not null default '',
  add column updated_at timestamptz(3) not null default current_timestamp;

-- A deal is found by its lead's words too, so they are kept with it.
create function app.deal_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select ' ' || app.plain(new.title) || l.search into new.search
  from public.lead l where l.org_id = new.org_id and l.id = new.lead_id;
  new.search := coalesce(new.search, '');
  return new;
end
$$;
create trigger deal_search before insert or update of title, lead_id, search on deal
  for each row execute function app.deal_search();

create function app.lead_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.deal set search = '' where org_id = new.org_id and lead_id = new.id;
  return null;
end
$$;
create trigger lead_search after update of company_name, contact_person, email on lead
  for each row when (old.search is distinct from new.search) execute function app.lead_search();

update deal set search = '';

create index lead_org_id_search_idx on lead using gin (org_id uuid_ops, search gin_trgm_ops);
create index deal_org_id_search_idx on deal using gin (org_id uuid_ops, search gin_trgm_ops);

-- Row security keeps LIKE away from an index, because LIKE might tell of rows that the policy hides. These two look past
-- it, within the organisation of the transaction, and return ids only. `words` are what app.plain() makes of the search,
-- every one of which has to occur; the newest matches, `most` of them at most. The portal finds nothing here.
create function app.matching_leads(words text[], of_statuses text[], of_affiliate uuid, most int)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or coalesce(cardinality(of_statuses), 0) = 0
     or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  -- The words are written into the statement, so that it is planned for how common they are; the statuses too, one by
  -- one, because each has its leads in order in an index, and several together have not.
  return query execute (
    select 'select m.id from ('
      || string_agg(
        pg_catalog.format('(select l.id, l.created_at from public.lead l where l.org_id = $1 and l.status = %L', status)
        || case when of_affiliate is null then '' else ' and l.affiliate_id = $2' end
        || app.having_words('l.search', words)
        || ' order by l.created_at desc, l.id desc limit $3)', ' union all ')
      || ') m order by m.created_at desc, m.id desc limit $3'
    from unnest(of_statuses) status)
    using org, of_affiliate, most;
end
$$;

create function app.matching_deals(words text[], of_affiliate uuid, most int) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  return query execute
    'select d.id from public.deal d where d.org_id = $1'
    || case when of_affiliate is null then '' else ' and d.affiliate_id = $2' end
    || app.having_words('d.search', words)
    || ' order by d.close_date desc, d.id desc limit $3'
    using org, of_affiliate, most;
end
$$;

create function app.having_words(place text, words text[]) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(
    pg_catalog.format(' and %s like %L', place, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ''), '')
  from unnest(words) word
$$;

revoke all on function
  app.deal_search(), app.lead_search(), app.having_words(text, text[]),
  app.matching_leads(text[], text[], uuid, int), app.matching_deals(text[], uuid, int)
from public;

-- ---------------------------------------------------------------- counts and sums

create table tally (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  affiliate_id uuid,
  kind text not null,
  state text not null,
  day date not null default '0001-01-01',
  currency text not null default '',
  count bigint not null,
  amount bigint not null,
  folded boolean not null default false,
  constraint tally_pkey primary key (org_id, id),
  constraint tally_org_id_fkey foreign key (org_id) references organization (org_id)
    on delete cascade on update cascade,
  constraint tally_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete cascade on update cascade,
  constraint tally_kind check (kind in ('lead', 'deal', 'one-off', 'monthly'))
);
-- With everything that is read, so that it is read from here alone: a line a day and currency makes thousands.
create index tally_lines on tally (org_id, affiliate_id, kind, state, day, currency, count, amount);
create index tally_to_fold on tally (org_id) where not folded;

alter table tally enable row level security;
create policy tenant on tally
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_own on tally as restrictive
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid)
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy affiliate_no_insert on tally as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on tally as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on tally as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- What a row of a table counts as. %1$s is the table, or the rows a statement has changed.
create function app.tally_source(of_table text) returns text
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
                 date '0001-01-01', commission_currency, commission_amount
          from %1$s where deal_type = 'one-time' $q$
    when 'commission_payment' then
      $q$ select org_id, affiliate_id, 'monthly' as kind,
                 case when status = 'pending' then 'pending' when receipt_url is null then 'paid' else 'receipt' end
                   as state,
                 case when status = 'pending' then period_start else date '0001-01-01' end as day, currency, amount
          from %1$s $q$
  end
$$;

-- Adds up what a statement has changed: a line for the organisation and one for the affiliate. Lines are only added, so
-- two transactions never wait for each other here.
create function app.tally() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  source text := app.tally_source(TG_TABLE_NAME);
  changed text := concat_ws(' union all ',
    case when TG_OP <> 'DELETE' then 'select 1 as n, x.* from (' || format(source, 'new_rows') || ') x' end,
    case when TG_OP <> 'INSERT' then 'select -1 as n, x.* from (' || format(source, 'old_rows') || ') x' end);
begin
  execute format($q$
    with change as (
      select org_id, affiliate_id, kind, state, day, currency, sum(n) as count, sum(n * amount) as amount
      from (%s) c group by 1, 2, 3, 4, 5, 6
    )
    insert into public.tally (org_id, affiliate_id, kind, state, day, currency, count, amount)
    select org_id, affiliate_id, kind, state, day, currency, count, amount from change
    where affiliate_id is not null and (count <> 0 or amount <> 0)
    union all
    select org_id, null, kind, state, day, currency, sum(count), sum(amount) from change
    group by 1, 3, 4, 5, 6 having sum(count) <> 0 or sum(amount) <> 0$q$, changed);
  return null;
end
$$;
revoke all on function app.tally_source(text), app.tally() from public;

create trigger tally_insert after insert on lead
  referencing new table as new_rows for each statement execute function app.tally();
create trigger tally_update after update on lead
  referencing new table as new_rows old table as old_rows for each statement execute function app.tally();
create trigger tally_delete after delete on lead
  referencing old table as old_rows for each statement execute function app.tally();
create trigger tally_insert after insert on deal
  referencing new table as new_rows for each statement execute function app.tally();
create trigger tally_update after update on deal
  referencing new table as new_rows old table as old_rows for each statement execute function app.tally();
create trigger tally_delete after delete on deal
  referencing old table as old_rows for each statement execute function app.tally();
create trigger tally_insert after insert on commission_payment
  referencing new table as new_rows for each statement execute function app.tally();
create trigger tally_update after update on commission_payment
  referencing new table as new_rows old table as old_rows for each statement execute function app.tally();
create trigger tally_delete after delete on commission_payment
  referencing old table as old_rows for each statement execute function app.tally();

-- Makes one line of the lines of a key; what others add meanwhile stays as it is. Safe to run at any time, twice at once.
create function app.fold_tallies() returns void
language sql set search_path = '' as $$
  with touched as (
    select distinct org_id, affiliate_id, kind, state, day, currency from public.tally where not folded
  ), gone as (
    delete from public.tally t using touched k
    -- Equality, which can be hashed; "is not distinct from" would compare every line with every other.
    where coalesce(t.affiliate_id, t.org_id) = coalesce(k.affiliate_id, k.org_id)
      and (t.org_id, t.kind, t.state, t.day, t.currency) = (k.org_id, k.kind, k.state, k.day, k.currency)
    returning t.*
  )
  insert into public.tally (org_id, affiliate_id, kind, state, day, currency, count, amount, folded)
  select org_id, affiliate_id, kind, state, day, currency, sum(count), sum(amount), true
  from gone group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0 or sum(amount) <> 0
  order by 1, 2, 3, 4, 5, 6
$$;
revoke all on function app.fold_tallies() from public;

-- The rows that are there already.
do $$
declare
  one text;
begin
  foreach one in array array['lead', 'deal', 'commission_payment'] loop
    execute format(
      'insert into public.tally (org_id, affiliate_id, kind, state, day, currency, count, amount, folded)
       select org_id, affiliate_id, kind, state, day, currency, count(*), sum(amount), true
       from (%1$s) s where affiliate_id is not null group by 1, 2, 3, 4, 5, 6
       union all
       select org_id, null, kind, state, day, currency, count(*), sum(amount), true
       from (%1$s) s group by 1, 3, 4, 5, 6', format(app.tally_source(one), 'public.' || one));
  end loop;
end
$$;

-- ---------------------------------------------------------------- tiered terms

alter table affiliate_term add column tiers jsonb;
alter table affiliate_term
  drop constraint affiliate_term_has_rule,
  add constraint affiliate_term_has_rule check (
    case when tiers is null then rev_share_bp is not null or fixed_amount is not null
    else rev_share_bp is null and fixed_amount is null
         and jsonb_typeof(tiers) = 'array' and jsonb_array_length(tiers) > 0 end);

-- ---------------------------------------------------------------- lists in their order

create unique index lead_org_id_submission_id_key on lead (org_id, submission_id);
drop index lead_org_id_status_created_at_idx, lead_org_id_affiliate_id_created_at_idx;
create index lead_org_id_status_created_at_id_idx on lead (org_id, status, created_at, id);
create index lead_org_id_affiliate_id_created_at_id_idx on lead (org_id, affiliate_id, created_at, id);
create index lead_org_id_affiliate_id_status_created_at_id_idx on lead (org_id, affiliate_id, status, created_at, id);
-- Finds the first lead with an address.
create index lead_org_id_email_created_at_id_idx on lead (org_id, email, created_at, id);

drop index deal_org_id_commission_paid_payment_date_idx;
create index deal_org_id_close_date_id_idx on deal (org_id, close_date, id);
create index deal_org_id_amount_id_idx on deal (org_id, amount, id);
create index deal_org_id_affiliate_id_close_date_id_idx on deal (org_id, affiliate_id, close_date, id);
create index deal_paid_by_receipt on deal (org_id, (receipt_url is null), payment_date, id) where commission_paid;
create index deal_paid_by_affiliate on deal (org_id, affiliate_id, (receipt_url is null), payment_date, id)
  where commission_paid;

drop index commission_payment_org_id_status_period_start_idx, commission_payment_org_id_affiliate_id_period_start_idx;
create index commission_payment_org_id_period_start_id_idx on commission_payment (org_id, period_start, id);
create index commission_payment_org_id_status_period_start_id_idx
  on commission_payment (org_id, status, period_start, id);
create index commission_payment_org_id_affiliate_id_status_period_start_idx
  on commission_payment (org_id, affiliate_id, status, period_start, id);
create index commission_payment_paid_by_receipt
  on commission_payment (org_id, (receipt_url is null), paid_date, id) where status = 'paid';
create index commission_payment_paid_by_affiliate
  on commission_payment (org_id, affiliate_id, (receipt_url is null), paid_date, id) where status = 'paid';
