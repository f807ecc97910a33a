-- The hashes of passwords, one at a time and before an organisation is known. The runtime role reads these columns in no other
-- way (prisma/sql/grants.sql): a hash is what a password can be guessed from. Volatile, so that after waiting for the lock of a row the
-- caller gets what is stored now.
create function app.password_of(person uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if nullif(pg_catalog.current_setting('app.org_id', true), '') is not null then
    return null;
  end if;
  return (select u.password_hash from public.app_user u where u.id = person);
end
$$;

create function app.password_of_sign_up(pending uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if nullif(pg_catalog.current_setting('app.org_id', true), '') is not null then
    return null;
  end if;
  return (select s.password_hash from public.sign_up s where s.id = pending);
end
$$;
