-- What was created through the API under an Idempotency-Key: the same request sent again finds it. Only hashes and the id of the
-- record are kept, so nothing in here names a person.
create table api_request (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  api_key_id uuid not null,
  key_hash text not null,
  request_hash text not null,
  record_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  constraint api_request_pkey primary key (org_id, api_key_id, key_hash),
  constraint api_request_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint api_request_org_id_api_key_id_fkey foreign key (org_id, api_key_id)
    references api_key (org_id, id) on delete cascade
);
create index api_request_created_at_idx on api_request (created_at);

alter table api_request enable row level security;
create policy tenant_select on api_request for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on api_request for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on api_request for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on api_request for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
