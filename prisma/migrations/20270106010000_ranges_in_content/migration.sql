-- A filter by own fields alone reads the newest records and compares their values. Comparing the keys of a record
-- with those of a range takes a hundred times as long. An index finds the records for a rare condition, and if too few
-- of the newest records meet all of them (docs/decisions/0091).

-- A condition on a row of own values, by its value instead of its keys where it has limits.
create function app.own_condition(filter jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when filter ->> 'at' = 'day' then pg_catalog.format(
      $q$ and (v.content -> %L ->> 'day') collate "C" between %L and %L$q$, filter ->> 'key', filter ->> 'from', filter ->> 'to')
    when filter ->> 'at' = 'number' then pg_catalog.format(
      $q$ and (v.content -> %L ->> 'number')::numeric * 10000 between %L and %L$q$,
      filter ->> 'key', (filter ->> 'from')::numeric, (filter ->> 'to')::numeric)
    when filter ->> 'at' = 'amount' then pg_catalog.format(
      $q$ and (v.content -> %L ->> 'amount')::numeric between %L and %L$q$,
      filter ->> 'key', (filter ->> 'from')::numeric, (filter ->> 'to')::numeric)
    when filter ? 'keys' then pg_catalog.format(
      ' and v.keys && %L::text[]', array(select jsonb_array_elements_text(filter -> 'keys')))
    else app.having_words('v.search', array(select jsonb_array_elements_text(filter -> 'words')))
      || app.having_words(pg_catalog.format(
           $q$ app.own_search(pg_catalog.jsonb_build_object('', v.content -> %L)) $q$, filter ->> 'key'),
         array(select jsonb_array_elements_text(filter -> 'words'))) end
$$;

-- Whether a record meets all conditions. As a CASE, because Postgres expects each comparison to be true for few records
-- and would not read the newest ones in order; of a CASE it expects it for half of them.
create function app.meets_own(own_table text, record_column text, record text, filters jsonb) returns text
language sql immutable set search_path = '' as $$
  select 'case when ' || coalesce(string_agg(
    pg_catalog.format('(select true from public.%I v where v.org_id = $1 and v.%I = %s%s limit 1) is true',
      own_table, record_column, record, app.own_condition(filter)), ' and '), 'true') || ' then true end'
  from jsonb_array_elements(filters) filter
$$;

-- Returns the newest of these records that meet the conditions; none if no record has a key of one of them. `newest`
-- selects their id and time as `at` in order, at most $3 of them, with the organization as $1 and the affiliate as $2;
-- `every` selects all of them in any order.
create function app.newest_meeting(
  newest text, every text, own_table text, record_column text, filters jsonb, of_affiliate uuid, most int)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  walk constant int := 20000;
  sample constant int := 500;
  -- A condition that fewer of the sample meet is looked up in the index.
  common constant int := 5;
  matches uuid[];
  keys jsonb;
  is_present boolean;
  is_long boolean;
  counts int8[];
  rare jsonb;
  rarest jsonb;
  by_index text;
begin
  for keys in select f -> 'keys' from jsonb_array_elements(filters) f where f ? 'keys' loop
    execute pg_catalog.format(
      $q$ select exists (select from jsonb_array_elements_text($2) k
            where exists (select from public.%I v where v.org_id = $1 and v.keys @> array[k])) $q$, own_table)
      into is_present using org, keys;
    if not is_present then
      return;
    end if;
  end loop;

  -- How many of a few records meet each condition says which are worth an index.
  execute pg_catalog.format('select count(*) = %s, array[%s] from (%s) n', sample, (
      select string_agg('count(' || app.meets_own(own_table, record_column, 'n.id', jsonb_build_array(f)) || ')', ', ' order by i)
      from jsonb_array_elements(filters) with ordinality each (f, i)), newest)
    into is_long, counts using org, of_affiliate, sample;
  select jsonb_agg(r.f) filter (where r.met < common), jsonb_agg(r.f) into rare, rarest from (
    select f, counts[i] as met from jsonb_array_elements(filters) with ordinality each (f, i)
    where f ? 'keys' order by counts[i], i limit 2) r;

  if rare is null or not is_long then
    execute pg_catalog.format('select array(select n.id from (%s) n where %s order by n.at desc, n.id desc limit %s)',
      newest, app.meets_own(own_table, record_column, 'n.id', filters), most)
      into matches using org, of_affiliate, walk;
    if cardinality(matches) < most and is_long then
      execute pg_catalog.format('select count(*) > %s from (%s) n', walk, newest)
        into is_long using org, of_affiliate, walk + 1;
    else
      is_long := false;
    end if;
  end if;
  if is_long then
    if rarest is null then
      by_index := 'true' || app.having_own(own_table, record_column, 'n.id', filters);
    else
      select 'n.id in (' || string_agg(pg_catalog.format(
          'select v.%I from public.%I v where v.org_id = $1 and v.keys && %L::text[]', record_column, own_table,
          array(select jsonb_array_elements_text(f -> 'keys'))), ' intersect ')
        || ') and ' || app.meets_own(own_table, record_column, 'n.id', filters)
        into by_index from jsonb_array_elements(app.present_filters(own_table, coalesce(rare, rarest))) each (f);
    end if;
    execute pg_catalog.format('select array(select n.id from (%s) n where %s order by n.at desc, n.id desc limit %s)',
      every, by_index, most)
      into matches using org, of_affiliate;
  end if;
  return query select * from unnest(matches);
end
$$;
revoke all on function app.own_condition(jsonb), app.meets_own(text, text, text, jsonb),
  app.newest_meeting(text, text, text, text, jsonb, uuid, int) from public;

-- As before with words; without them the newest records are read first.
create or replace function app.matching_leads(words text[], filters jsonb, of_statuses text[], of_affiliate uuid, most int)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  of_one text := case when of_affiliate is null then '' else ' and l.affiliate_id = $2' end;
  narrowed text;
  places text[] := array[app.having_words('l.search', words)];
begin
  if org is null or coalesce(cardinality(of_statuses), 0) = 0
     or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  -- The statuses are written into the statement one by one, because each has its leads in order in an index, and
  -- several together have not.
  if coalesce(cardinality(words), 0) = 0 then
    return query select * from app.newest_meeting(
      (select 'select m.id, m.at from (' || string_agg(
          pg_catalog.format('(select l.id, l.created_at as at from public.lead l where l.org_id = $1 and l.status = %L', status)
          || of_one || ' order by l.created_at desc, l.id desc limit $3)', ' union all ')
        || ') m order by m.at desc, m.id desc limit $3' from unnest(of_statuses) status),
      pg_catalog.format('select l.id, l.created_at as at from public.lead l where l.org_id = $1 and l.status = any (%L)', of_statuses)
        || of_one,
      'lead_own_value', 'lead_id', filters, of_affiliate, most);
    return;
  end if;
  narrowed := app.having_own('lead_own_value', 'lead_id', 'l.id', app.present_filters('lead_own_value', filters)) || of_one;
  -- Most organizations have no texts of their own to search.
  if exists (
    select from public.own_field f where f.org_id = org and f.entity = 'lead' and f.kind = 'text' and f.deleted_at is null) then
    places := places || pg_catalog.format(
      ' and exists (select from public.lead_own_value v where v.org_id = $1 and v.lead_id = l.id%s)',
      app.having_words('v.search', words));
  end if;
  -- Words and keys are written into the statement, so that it is planned for how common they are. Words have an index
  -- of their own, without an order, and may find a lead in two places.
  return query execute (
    select 'select m.id from (select distinct u.id, u.created_at from ('
      || string_agg(
        pg_catalog.format('(select l.id, l.created_at from public.lead l where l.org_id = $1 and l.status = %L', status)
        || place || narrowed
        || ' order by l.created_at desc, l.id desc limit greatest($3, 100))', ' union all ')
      || ') u) m order by m.created_at desc, m.id desc limit $3'
    from unnest(of_statuses) status, unnest(places) place)
    using org, of_affiliate, most;
end
$$;

create or replace function app.matching_deals(words text[], filters jsonb, of_affiliate uuid, most int) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  of_one text := case when of_affiliate is null then '' else ' and d.affiliate_id = $2' end;
  every text := 'select d.id, d.close_date as at from public.deal d where d.org_id = $1' || of_one;
  narrowed text;
  places text[] := array[app.having_words('d.search', words)];
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  if coalesce(cardinality(words), 0) = 0 then
    return query select * from app.newest_meeting(
      every || ' order by d.close_date desc, d.id desc limit $3', every,
      'deal_own_value', 'deal_id', filters, of_affiliate, most);
    return;
  end if;
  narrowed := app.having_own('deal_own_value', 'deal_id', 'd.id', app.present_filters('deal_own_value', filters)) || of_one;
  if exists (
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
