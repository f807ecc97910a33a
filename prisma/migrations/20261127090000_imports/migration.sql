-- A file that is imported: which of its columns is which field, and how far it is.
create table import_run (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  kind text not null,
  status text not null default 'reading',
  file_name text not null,
  header text[] not null,
  columns jsonb not null,
  row_count int not null default 0,
  position int not null default 0,
  keeps_duplicates boolean not null default false,
  invites boolean not null default false,
  language text,
  created_by uuid,
  created_at timestamptz(3) not null default current_timestamp,
  finished_at timestamptz(3),
  constraint import_run_pkey primary key (org_id, id),
  constraint import_run_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint import_run_kind check (kind in ('leads', 'affiliates')),
  constraint import_run_status check (status in ('reading', 'columns', 'checking', 'checked', 'creating', 'done', 'cancelled'))
);
create index import_run_org_id_kind_created_at_idx on import_run (org_id, kind, created_at);

-- Its rows as they stand in the file, and what became of each. Deleted with it after a week: they are personal data.
create table import_row (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  import_id uuid not null,
  number int not null,
  line int not null,
  cells text[] not null,
  outcome text,
  problems jsonb,
  email text,
  record_id uuid,
  constraint import_row_pkey primary key (org_id, import_id, number),
  constraint import_row_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint import_row_org_id_import_id_fkey foreign key (org_id, import_id)
    references import_run (org_id, id) on delete cascade,
  constraint import_row_outcome check (outcome in ('ready', 'wrong', 'duplicate', 'created'))
);
create index import_row_org_id_import_id_outcome_number_idx on import_row (org_id, import_id, outcome, number);
create index import_row_org_id_import_id_email_idx on import_row (org_id, import_id, email);

alter table import_run enable row level security;
create policy tenant_select on import_run for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on import_run for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on import_run for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on import_run for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table import_row enable row level security;
create policy tenant_select on import_row for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on import_row for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on import_row for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on import_row for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
