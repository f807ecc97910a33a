-- What is asked about people past row security, before an organisation is known or across organisations, and therefore
-- answered with ids only; and the names of an organisation's own people. In plpgsql: Citus refuses functions in SQL that
-- read distributed tables.

-- The organisations a user works for.
create function app.memberships(for_user uuid) returns table (org_id uuid, role text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select m.org_id, m.role from public.membership m
  where m.user_id = for_user and m.role <> 'affiliate' order by m.created_at, m.org_id;
end
$$;

-- The organisations a user is an affiliate of.
create function app.affiliations(for_user uuid) returns table (org_id uuid, affiliate_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select m.org_id, m.affiliate_id from public.membership m
  where m.user_id = for_user and m.role = 'affiliate' order by m.created_at, m.org_id;
end
$$;

-- Of these users those who belong to the organisation of the transaction, and whether as more than an affiliate; nobody in
-- the portal.
create function app.people(of_users uuid[])
returns table (id uuid, name text, language text, confirmed boolean, member boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  return query
  select u.id, u.name, u.language_preference, u.email_confirmed_at is not null, bool_or(m.role <> 'affiliate')
  from public.app_user u join public.membership m on m.user_id = u.id and m.org_id = org
  where u.id = any (of_users) group by u.id;
end
$$;

-- Names the one person, by id or e-mail address, whom the transaction of an organisation may find, make or lock
-- (policies of app_user). Until the next call, or the transaction's end.
create function app.open_person(who text) returns void
language plpgsql set search_path = '' as $$
begin
  -- SET and not set_config(): Citus hands only the former on to its workers.
  execute pg_catalog.format('set local app.person = %L', who);
end
$$;

revoke all on function
  app.memberships(uuid), app.affiliations(uuid), app.people(uuid[]), app.open_person(text)
from public;
