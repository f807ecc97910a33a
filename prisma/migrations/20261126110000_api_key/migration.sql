-- The keys of the API. A key names its organisation itself, so that its hash is looked for inside the organisation only.
create table api_key (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  name text not null,
  access text not null,
  hash text not null,
  tail text not null,
  created_by uuid,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint api_key_pkey primary key (org_id, id),
  constraint api_key_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint api_key_access check (access in ('read', 'write'))
);
create unique index api_key_org_id_hash_key on api_key (org_id, hash);

alter table api_key enable row level security;
create policy tenant_select on api_key for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on api_key for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on api_key for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on api_key for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
