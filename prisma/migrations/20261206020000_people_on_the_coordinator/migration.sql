-- On a cluster users and memberships are on the coordinator instead of on every node, so that writing them locks nobody else. A table of
-- an organization, which is on a worker, cannot have a foreign key to them there. One server keeps these keys. What they do there is done
-- below for both.

-- Ends the access of an affiliate. The setting lets the same transaction delete the affiliate's row, which the foreign key of one server
-- has already deleted.
create function app.end_affiliation(of_affiliate uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.membership m
  where m.org_id = nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid and m.affiliate_id = of_affiliate;
  -- SET and not set_config(), because Citus passes only SET on to its workers.
  execute pg_catalog.format('set local app.ended_affiliation = %L', of_affiliate);
end
$$;

-- Citus cannot create a policy with IS NULL for a distributed table, but it can alter one.
alter policy tenant_delete on affiliate using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null
    and id = nullif(current_setting('app.ended_affiliation', true), '')::uuid);

-- Deletes what organizations store for deleted users. On one server the foreign keys have done so, and a search through whole tables
-- would find nothing. Only the owner role may execute it.
create function app.delete_rows_of_people(people uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from pg_catalog.pg_constraint
    where conrelid = 'public.notification'::regclass and conname = 'notification_user_id_fkey') then
    return;
  end if;
  delete from public.notification where user_id = any (people);
  delete from public.mail_choice where user_id = any (people);
  delete from public.deletion_warning where user_id = any (people);
end
$$;

create or replace function app.delete_person(person uuid) returns boolean
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
  perform app.delete_rows_of_people(array[person]);
  return true;
end
$$;

revoke all on function app.end_affiliation(uuid), app.delete_rows_of_people(uuid[]) from public;
