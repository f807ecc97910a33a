-- A deleted view can be restored for a while.
alter table saved_view add column deleted_at timestamptz(3);

-- The view with which a list opens for a member (WORK-12).
create table default_view (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  user_id uuid not null,
  list text not null,
  view_id uuid not null,
  constraint default_view_pkey primary key (org_id, user_id, list),
  constraint default_view_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint default_view_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade,
  constraint default_view_org_id_view_id_fkey foreign key (org_id, view_id) references saved_view (org_id, id) on delete cascade
);
create index default_view_org_id_view_id_idx on default_view (org_id, view_id);

alter table default_view enable row level security;
create policy tenant_select on default_view for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on default_view for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on default_view for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on default_view for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

create or replace function app.delete_rows_of_people(people uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from pg_catalog.pg_constraint
    where conrelid = 'public.notification'::regclass and conname = 'notification_user_id_fkey') then
    return;
  end if;
  delete from public.notification where user_id = any (people);
  delete from public.mail_choice where user_id = any (people);
  delete from public.deletion_warning where user_id = any (people);
  delete from public.default_view where user_id = any (people);
end
$$;
