-- Which columns of which lists a person has switched on or off, by table (app/domain/shared/lists.ts).
alter table app_user add column list_columns jsonb not null default '{}';

-- Saved views of lists: filters, order and columns as the query of an address (WORK-12).
create table saved_view (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  -- Other members see it too. The views of one member alone are deleted when they leave.
  shared boolean not null,
  -- The member who has saved it.
  created_by uuid not null,
  created_at timestamptz(3) not null,
  constraint saved_view_pkey primary key (org_id, id),
  constraint saved_view_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict
);
create unique index saved_view_org_id_created_by_list_name_key on saved_view (org_id, created_by, list, name);

alter table saved_view enable row level security;
create policy tenant_select on saved_view for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on saved_view for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on saved_view for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on saved_view for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
