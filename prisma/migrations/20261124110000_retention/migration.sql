-- Owners are warned before the data of a paused organisation are deleted: each once for each end of keeping them, so that who
-- extends it is warned anew.
create table deletion_warning (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  -- Made of the person, the end and the days, so that there is no second one of them.
  id uuid not null,
  user_id uuid not null,
  -- Until when the data are kept, as it was when the warning was made.
  kept_until timestamptz(3) not null,
  -- How many days before.
  days smallint not null,
  created_at timestamptz(3) not null default current_timestamp,
  mailed_at timestamptz(3),
  constraint deletion_warning_pkey primary key (org_id, id),
  constraint deletion_warning_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint deletion_warning_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade,
  constraint deletion_warning_days check (days in (7, 1))
);

alter table deletion_warning enable row level security;
create policy tenant_select on deletion_warning for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on deletion_warning for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on deletion_warning for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on deletion_warning for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- What is left of an organisation. No name and nobody's address: an id that names nothing any more, when, why, and how many rows
-- of each table. The column is not called org_id, because whatever has such a column is deleted with the organisation.
create table deleted_organization (
  id uuid not null,
  reason text not null,
  begun_at timestamptz(3) not null,
  -- Null while it is being deleted: an interrupted deletion goes on from here.
  deleted_at timestamptz(3),
  counts jsonb not null default '{}',
  constraint deleted_organization_pkey primary key (id),
  constraint deleted_organization_reason check (reason in ('retention'))
);
create index deleted_organization_unfinished on deleted_organization (begun_at) where deleted_at is null;
