-- Deletes somebody who deletes their own account, with their sessions, links, second factors and sign-ups. The runtime role cannot delete
-- people: this is the one way, before an organization is known, and only of who belongs to none any more, as staff or as an affiliate. The
-- lock makes whoever is just let in somewhere wait, and then fail.
create function app.delete_person(person uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  address text;
begin
  if nullif(pg_catalog.current_setting('app.org_id', true), '') is not null then
    return false;
  end if;
  select u.email into address from public.app_user u where u.id = person for update;
  if address is null or exists (select 1 from public.membership m where m.user_id = person) then
    return false;
  end if;
  delete from public.app_user u where u.id = person;
  delete from public.sign_up s where s.email = address;
  return true;
end
$$;

revoke all on function app.delete_person(uuid) from public;
