-- Every run that made the missing monthly payments of a whole organisation: by whom, when, and what came of it.
create table generation_run (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  actor text not null,
  started_at timestamptz(3) not null,
  -- Nothing was made, because something went wrong.
  failed boolean not null,
  created int not null,
  deals_filled int not null,
  deals_complete int not null,
  deals_without_affiliate int not null,
  deals_without_commission int not null,
  constraint generation_run_pkey primary key (org_id, id),
  constraint generation_run_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint generation_run_counts check (created >= 0 and deals_filled >= 0 and deals_complete >= 0
    and deals_without_affiliate >= 0 and deals_without_commission >= 0)
);
create index generation_run_org_id_started_at_id_idx on generation_run (org_id, started_at, id);

alter table generation_run enable row level security;
create policy tenant_select on generation_run for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on generation_run for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on generation_run for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on generation_run for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
