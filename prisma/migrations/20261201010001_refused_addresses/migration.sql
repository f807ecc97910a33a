-- The address of a person of which its mail server has said that it does not exist. It counts as long as it is the one they have: with
-- another address it is forgotten by itself.
alter table app_user add column refused_email text;

-- The same of an invitation, whose address may be nobody's yet.
alter table member_invitation add column refused_at timestamptz(3);

-- An organization sees it of its own people.
drop function app.people(uuid[]);
create function app.people(of_users uuid[])
returns table (id uuid, name text, language text, confirmed boolean, member boolean, refused boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  return query
  select u.id, u.name, u.language_preference, u.email_confirmed_at is not null, bool_or(m.role <> 'affiliate'),
    coalesce(u.refused_email = u.email, false)
  from public.app_user u join public.membership m on m.user_id = u.id and m.org_id = org
  where u.id = any (of_users) group by u.id;
end
$$;

drop function app.members();
create function app.members()
returns table (id uuid, name text, email text, role text, since timestamptz, refused boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  return query
  select u.id, u.name, u.email, m.role, m.created_at, coalesce(u.refused_email = u.email, false)
  from public.membership m join public.app_user u on u.id = m.user_id
  where m.org_id = org and m.role <> 'affiliate';
end
$$;

revoke all on function app.people(uuid[]), app.members() from public;
