-- Search: a deal is found by its lead's words too, and two functions find what row security keeps LIKE from finding fast.

-- ---------------------------------------------------------------- triggers
-- Every trigger function gets the name of its table as its first argument. On a distributed table the trigger runs on a
-- shard, where TG_TABLE_NAME is lead_102297; a table beside it is the shard with the same organisations (app.beside).

-- The table `other` for a trigger that fired on `here`, which is the table `own` or one of its shards; to be written into a
-- statement with %s.
create function app.beside(here text, own text, other text) returns text
language plpgsql stable set search_path = '' as $$
declare
  found text;
begin
  if here = own then
    return 'public.' || pg_catalog.quote_ident(other);
  end if;
  -- The catalogue of Citus, which is not there otherwise.
  execute $q$
    select pg_catalog.format('public.%I', $2 || '_' || o.shardid)
    from pg_catalog.pg_dist_shard s join pg_catalog.pg_dist_shard o
      on o.logicalrelid = ('public.' || pg_catalog.quote_ident($2))::pg_catalog.regclass
        and o.shardminvalue = s.shardminvalue
    where s.shardid = pg_catalog.substring($1, '_(\d+)$')::bigint$q$
    into strict found using here, other;
  return found;
end
$$;

-- The table itself is named in a statement that is planned once; only for a shard it is put together for every row.
create function app.deal_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_lead text;
begin
  if TG_TABLE_NAME = TG_ARGV[0] then
    select l.search into of_lead from public.lead l where l.org_id = new.org_id and l.id = new.lead_id;
  else
    execute pg_catalog.format(
      'select l.search from %s l where l.org_id = $1 and l.id = $2', app.beside(TG_TABLE_NAME, TG_ARGV[0], 'lead'))
      into of_lead using new.org_id, new.lead_id;
  end if;
  new.search := coalesce(' ' || app.plain(new.title) || of_lead, '');
  return new;
end
$$;
create trigger deal_search before insert or update of title, lead_id, search on deal
  for each row execute function app.deal_search('deal');

create function app.lead_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if TG_TABLE_NAME = TG_ARGV[0] then
    update public.deal set search = '' where org_id = new.org_id and lead_id = new.id;
  else
    execute pg_catalog.format(
      $q$ update %s set search = '' where org_id = $1 and lead_id = $2 $q$, app.beside(TG_TABLE_NAME, TG_ARGV[0], 'deal'))
      using new.org_id, new.id;
  end if;
  return null;
end
$$;
create trigger lead_search after update of company_name, contact_person, email on lead
  for each row when (old.search is distinct from new.search) execute function app.lead_search('lead');

-- ---------------------------------------------------------------- matches
-- Row security keeps LIKE away from an index, because LIKE might tell of rows that the policy hides. These two look past
-- it, within the organisation of the transaction, and return ids only. `words` are what app.plain() makes of the search,
-- every one of which has to occur; the newest matches, `most` of them at most. The portal finds nothing here.

create function app.having_words(place text, words text[]) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(
    pg_catalog.format(' and %s like %L', place, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ''), '')
  from unnest(words) word
$$;

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

revoke all on function
  app.beside(text, text, text), app.deal_search(), app.lead_search(), app.having_words(text, text[]),
  app.matching_leads(text[], text[], uuid, int), app.matching_deals(text[], uuid, int)
from public;
