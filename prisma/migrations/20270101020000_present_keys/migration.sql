-- A range of numbers or days is up to some hundred keys (docs/decisions/0091), most of which no record has. Postgres takes each of them
-- for a rare one, and all together for a common value, so it searched the newest leads for what none of them has: seconds for
-- a large organization. So those that no record has are left out first, each found missing in the index.
create function app.present_filters(own_table text, filters jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  kept jsonb := '[]';
  filter jsonb;
  present jsonb;
begin
  for filter in select jsonb_array_elements(filters) loop
    if jsonb_array_length(filter -> 'keys') > 1 then
      execute pg_catalog.format(
        $q$ select coalesce(jsonb_agg(k), '[]') from jsonb_array_elements_text($2) k
            where exists (select from public.%I v where v.org_id = $1 and v.keys @> array[k]) $q$, own_table)
        into present using org, filter -> 'keys';
      filter := jsonb_build_object('keys', present);
    end if;
    kept := kept || jsonb_build_array(filter);
  end loop;
  return kept;
end
$$;
revoke all on function app.present_filters(text, jsonb) from public;

-- As before, with the keys that some record has.
create or replace function app.matching_leads(words text[], filters jsonb, of_statuses text[], of_affiliate uuid, most int)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  present jsonb := app.present_filters('lead_own_value', filters);
  narrowed text := app.having_own('lead_own_value', 'lead_id', 'l.id', present)
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

create or replace function app.matching_deals(words text[], filters jsonb, of_affiliate uuid, most int) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  present jsonb := app.present_filters('deal_own_value', filters);
  narrowed text := app.having_own('deal_own_value', 'deal_id', 'd.id', present)
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
