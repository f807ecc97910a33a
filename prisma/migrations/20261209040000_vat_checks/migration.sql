-- What VIES, the register of the EU, has said about the VAT id of an affiliate. Each row is one response and is never
-- changed: it is the evidence that the id was checked.
create table vat_check (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  affiliate_id uuid not null,
  vat_id text not null,
  -- The VAT id of the organization, with which a valid id gets a consultation number; null without one.
  requester_vat_id text,
  outcome text not null,
  -- The consultation number.
  request_id text,
  name text,
  address text,
  -- Why there is no answer, in the words of VIES or of the network.
  problem text,
  -- Number of failed attempts before it.
  attempt smallint not null default 0,
  -- When it is asked again; null if it is not, or not by itself.
  again_at timestamptz(3),
  checked_at timestamptz(3) not null,
  constraint vat_check_pkey primary key (org_id, id),
  constraint vat_check_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint vat_check_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete cascade,
  constraint vat_check_outcome check (outcome in ('valid', 'invalid', 'unavailable')),
  constraint vat_check_again check (again_at is null or outcome = 'unavailable')
);
create index vat_check_org_id_affiliate_id_checked_at_id_idx on vat_check (org_id, affiliate_id, checked_at, id);

alter table vat_check enable row level security;
create policy tenant_select on vat_check for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on vat_check for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on vat_check for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on vat_check for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
