-- Agreements of affiliates to self-billing, one row for each accepted version of the text. Only the affiliate accepts
-- and withdraws: no policy lets staff write a row, not even of a compromised session. Staff may delete it, to erase a
-- person.
create table self_billing_agreement (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  affiliate_id uuid not null,
  -- The version of the text, and the language in which it was read.
  version integer not null,
  language text not null,
  -- The name of the organization in the text.
  payer text not null,
  accepted_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  constraint self_billing_agreement_pkey primary key (org_id, id),
  constraint self_billing_agreement_org_id_fkey foreign key (org_id) references organization (org_id)
    on delete restrict,
  constraint self_billing_agreement_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id)
    references affiliate (org_id, id) on delete cascade,
  constraint self_billing_agreement_version check (version > 0)
);
create index self_billing_agreement_org_id_affiliate_id_accepted_at_id_idx
  on self_billing_agreement (org_id, affiliate_id, accepted_at, id);
-- A second click accepts nothing again.
create unique index self_billing_agreement_one_in_force
  on self_billing_agreement (org_id, affiliate_id, version) where withdrawn_at is null;

alter table self_billing_agreement enable row level security;
create policy tenant_select on self_billing_agreement for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on self_billing_agreement for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy tenant_update on self_billing_agreement for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy tenant_delete on self_billing_agreement for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
