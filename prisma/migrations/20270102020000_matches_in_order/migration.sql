-- As before, but the newest leads of several statuses that meet conditions are read in order, not as many of each.
-- And a few leads with rare words are looked for by the words: to find nine, Postgres searched all, the newest first.
create or replace function app.matching_leads(words text[], filters jsonb, of_statuses text[], of_affiliate uuid, most int)
returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  present jsonb := app.present_filters('lead_own_value', filters);
  narrowed text := app.having_own('lead_own_value', 'lead_id', 'l.id', present)
    || case when of_affiliate is null then '' else ' and l.affiliate_id = $2' end;
  places text[] := array[app.having_words('l.search', words)];
  is_ordered boolean := coalesce(cardinality(words), 0) = 0;
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
  -- Words and keys are written into the statement, so that it is planned for how common they are; the statuses too, one
  -- by one, because each has its leads in order in an index, and several together have not.
  return query execute (
    select
      -- So Postgres reads of all statuses only as many leads as it returns. Words have an index of their own, without
      -- an order, and may find a lead in two places.
      case when is_ordered then 'select m.id from (' else 'select m.id from (select distinct u.id, u.created_at from (' end
      || string_agg(
        pg_catalog.format('(select l.id, l.created_at from public.lead l where l.org_id = $1 and l.status = %L', status)
        || place || narrowed
        || ' order by l.created_at desc, l.id desc limit ' || case when is_ordered then '$3)' else 'greatest($3, 100))' end, ' union all ')
      || case when is_ordered then ') m' else ') u) m' end
      || ' order by m.created_at desc, m.id desc limit $3'
    from unnest(of_statuses) status, unnest(places) place)
    using org, of_affiliate, most;
end
$$;
