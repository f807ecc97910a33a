-- Fields of an organization's own on leads and deals (WORK-16): their definitions, and one row of values per record and audience.
create table own_field (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  entity text not null,
  -- Names the field in values, addresses and the API. It never changes, and a deleted field keeps it.
  key text not null,
  label text not null,
  kind text not null,
  -- The choices in their order, each with the key that values have: [{"key", "label", "removed"}].
  options jsonb not null default '[]',
  -- The currency of amounts.
  currency text,
  required boolean not null,
  -- 'affiliate' (and staff) or 'staff'. It never changes, because values would become visible that were not meant to.
  audience text not null,
  purpose text not null,
  position int not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  constraint own_field_pkey primary key (org_id, id),
  constraint own_field_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint own_field_entity check (entity in ('lead', 'deal')),
  constraint own_field_kind check (kind in ('text', 'number', 'amount', 'day', 'choice', 'yes_no')),
  constraint own_field_key check (key ~ '^[a-z][a-z0-9_]{0,29}$'),
  constraint own_field_currency check ((currency is not null) = (kind = 'amount')),
  constraint own_field_audience check (audience in ('affiliate', 'staff'))
);
create unique index own_field_org_id_key_key on own_field (org_id, key);

-- What lists filter by. A choice is one key, a day also has those of its month and year, and a number all beginnings of its
-- digits, so that a range is a few keys. app/domain/fields/own-keys.ts writes the keys of a filter by the same rules.
create function app.own_keys(content jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  found text[] := '{}';
  entry record;
  digits text;
begin
  for entry in select e.key, e.value from jsonb_each(content) e loop
    if jsonb_typeof(entry.value) = 'boolean' then
      found := found || (entry.key || ':' || (entry.value)::text);
    elsif jsonb_typeof(entry.value) <> 'object' then
      continue;
    elsif entry.value ? 'option' then
      found := found || (entry.key || ':' || (entry.value ->> 'option'));
    elsif entry.value ? 'day' then
      found := found || array[entry.key || ':' || left(entry.value ->> 'day', 4),
        entry.key || ':' || left(entry.value ->> 'day', 7), entry.key || ':' || (entry.value ->> 'day')];
    else
      -- Moved up, so that no number is negative: 12 digits before the decimal point, 4 behind it.
      digits := case when entry.value ? 'number'
        then lpad(trunc((entry.value ->> 'number')::numeric * 10000 + 10000000000000000)::text, 17, '0')
        else lpad(((entry.value ->> 'amount')::numeric + 10000000000000000)::text, 17, '0') end;
      for size in 1..17 loop
        found := found || (entry.key || ':' || left(digits, size));
      end loop;
    end if;
  end loop;
  return found;
end
$$;

-- All texts of a record, as searches compare them.
create function app.own_search(content jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce((select ' ' || app.plain(string_agg(e.value #>> '{}', ' ' order by e.key))
    from jsonb_each(content) e where jsonb_typeof(e.value) = 'string'), '');
end
$$;

create table lead_own_value (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  lead_id uuid not null,
  -- 'affiliate' or 'staff'; the fields of a row all have this audience.
  audience text not null,
  -- The affiliate of the lead, who reads the row; null for the audience 'staff'.
  affiliate_id uuid,
  content jsonb not null,
  keys text[] not null generated always as (app.own_keys(content)) stored,
  search text not null generated always as (app.own_search(content)) stored,
  constraint lead_own_value_pkey primary key (org_id, lead_id, audience),
  constraint lead_own_value_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint lead_own_value_org_id_lead_id_fkey foreign key (org_id, lead_id) references lead (org_id, id) on delete cascade,
  constraint lead_own_value_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict,
  constraint lead_own_value_audience check (audience in ('affiliate', 'staff')),
  constraint lead_own_value_affiliate check (audience = 'affiliate' or affiliate_id is null),
  constraint lead_own_value_content check (jsonb_typeof(content) = 'object')
);
create index lead_own_value_org_id_affiliate_id_idx on lead_own_value (org_id, affiliate_id);
create index lead_own_value_org_id_keys_idx on lead_own_value using gin (org_id uuid_ops, keys array_ops);
create index lead_own_value_org_id_search_idx on lead_own_value using gin (org_id uuid_ops, search gin_trgm_ops);

create table deal_own_value (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  deal_id uuid not null,
  audience text not null,
  affiliate_id uuid,
  content jsonb not null,
  keys text[] not null generated always as (app.own_keys(content)) stored,
  search text not null generated always as (app.own_search(content)) stored,
  constraint deal_own_value_pkey primary key (org_id, deal_id, audience),
  constraint deal_own_value_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint deal_own_value_org_id_deal_id_fkey foreign key (org_id, deal_id) references deal (org_id, id) on delete cascade,
  constraint deal_own_value_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict,
  constraint deal_own_value_audience check (audience in ('affiliate', 'staff')),
  constraint deal_own_value_affiliate check (audience = 'affiliate' or affiliate_id is null),
  constraint deal_own_value_content check (jsonb_typeof(content) = 'object')
);
create index deal_own_value_org_id_affiliate_id_idx on deal_own_value (org_id, affiliate_id);
create index deal_own_value_org_id_keys_idx on deal_own_value using gin (org_id uuid_ops, keys array_ops);
create index deal_own_value_org_id_search_idx on deal_own_value using gin (org_id uuid_ops, search gin_trgm_ops);

-- An affiliate sees the fields that are shown to them, also deleted ones, and changes none.
alter table own_field enable row level security;
create policy tenant_select on own_field for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else audience = 'affiliate' end);
create policy tenant_insert on own_field for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on own_field for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on own_field for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- What is for the staff is in rows without an affiliate, which no affiliate's transaction can read or write. An affiliate writes the values of a lead
-- when they submit it, and changes none.
alter table lead_own_value enable row level security;
create policy tenant_select on lead_own_value for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on lead_own_value for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_update on lead_own_value for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on lead_own_value for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table deal_own_value enable row level security;
create policy tenant_select on deal_own_value for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on deal_own_value for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on deal_own_value for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on deal_own_value for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- The values go with their record to another affiliate. In the database, so that no use case can forget it.
create function app.own_value_affiliate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if TG_TABLE_NAME = TG_ARGV[0] then
    execute pg_catalog.format('update public.%I set affiliate_id = $3 where org_id = $1 and %I = $2 and audience = ''affiliate''',
      TG_ARGV[1], TG_ARGV[2]) using new.org_id, new.id, new.affiliate_id;
  else
    execute pg_catalog.format('update %s set affiliate_id = $3 where org_id = $1 and %I = $2 and audience = ''affiliate''',
      app.beside(TG_TABLE_NAME, TG_ARGV[0], TG_ARGV[1]), TG_ARGV[2]) using new.org_id, new.id, new.affiliate_id;
  end if;
  return null;
end
$$;
create trigger own_value_affiliate after update of affiliate_id on lead
  for each row when (old.affiliate_id is distinct from new.affiliate_id)
  execute function app.own_value_affiliate('lead', 'lead_own_value', 'lead_id');
create trigger own_value_affiliate after update of affiliate_id on deal
  for each row when (old.affiliate_id is distinct from new.affiliate_id)
  execute function app.own_value_affiliate('deal', 'deal_own_value', 'deal_id');

-- What a filter by own fields adds to a statement: for each of them a row of the record with one of its keys, or with its words
-- in the text of the field. `filters` is [{"keys": [...]} or {"key", "words": [...]}].
create function app.having_own(own_table text, record_column text, record text, filters jsonb) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(
    pg_catalog.format(' and exists (select from public.%I v where v.org_id = $1 and v.%I = %s', own_table, record_column, record)
    || case when filter ? 'keys'
      then pg_catalog.format(' and v.keys && %L::text[]', array(select jsonb_array_elements_text(filter -> 'keys')))
      else app.having_words('v.search', array(select jsonb_array_elements_text(filter -> 'words')))
        || app.having_words(pg_catalog.format($q$ app.own_search(pg_catalog.jsonb_build_object('', v.content -> %L)) $q$, filter ->> 'key'),
             array(select jsonb_array_elements_text(filter -> 'words'))) end
    || ')', ''), '')
  from jsonb_array_elements(filters) filter
$$;

-- As before, but also by own fields: words may be in the texts of one audience instead, and `filters` narrows what is found.
drop function app.matching_leads(text[], text[], uuid, int);
create function app.matching_leads(words text[], filters jsonb, of_statuses text[], of_affiliate uuid, most int)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  narrowed text := app.having_own('lead_own_value', 'lead_id', 'l.id', filters)
    || case when of_affiliate is null then '' else ' and l.affiliate_id = $2' end;
  places text[] := array[app.having_words('l.search', words)];
begin
  if org is null or coalesce(cardinality(of_statuses), 0) = 0
     or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  -- Most organizations have no texts of their own to search.
  if cardinality(words) > 0 and exists (
    select from public.own_field f where f.org_id = org and f.entity = 'lead' and f.kind = 'text' and f.deleted_at is null) then
    places := places || pg_catalog.format(
      ' and exists (select from public.lead_own_value v where v.org_id = $1 and v.lead_id = l.id%s)',
      app.having_words('v.search', words));
  end if;
  -- Words and keys are written into the statement, so that it is planned for how common they are; the statuses too, one by
  -- one, because each has its leads in order in an index, and several together have not.
  return query execute (
    select 'select m.id from (select distinct u.id, u.created_at from ('
      || string_agg(
        pg_catalog.format('(select l.id, l.created_at from public.lead l where l.org_id = $1 and l.status = %L', status)
        || place || narrowed
        || ' order by l.created_at desc, l.id desc limit $3)', ' union all ')
      || ') u) m order by m.created_at desc, m.id desc limit $3'
    from unnest(of_statuses) status, unnest(places) place)
    using org, of_affiliate, most;
end
$$;

drop function app.matching_deals(text[], uuid, int);
create function app.matching_deals(words text[], filters jsonb, of_affiliate uuid, most int) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  narrowed text := app.having_own('deal_own_value', 'deal_id', 'd.id', filters)
    || case when of_affiliate is null then '' else ' and d.affiliate_id = $2' end;
  places text[] := array[app.having_words('d.search', words)];
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  if cardinality(words) > 0 and exists (
    select from public.own_field f where f.org_id = org and f.entity = 'deal' and f.kind = 'text' and f.deleted_at is null) then
    places := places || pg_catalog.format(
      ' and exists (select from public.deal_own_value v where v.org_id = $1 and v.deal_id = d.id%s)',
      app.having_words('v.search', words));
  end if;
  return query execute (
    select 'select m.id from (select distinct u.id, u.close_date from ('
      || string_agg('(select d.id, d.close_date from public.deal d where d.org_id = $1' || place || narrowed
        || ' order by d.close_date desc, d.id desc limit $3)', ' union all ')
      || ') u) m order by m.close_date desc, m.id desc limit $3'
    from unnest(places) place)
    using org, of_affiliate, most;
end
$$;

revoke all on function app.own_keys(jsonb), app.own_search(jsonb), app.own_value_affiliate(),
  app.having_own(text, text, text, jsonb), app.matching_leads(text[], jsonb, text[], uuid, int),
  app.matching_deals(text[], jsonb, uuid, int) from public;
