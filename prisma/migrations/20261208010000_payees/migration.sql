-- Who is paid: name, address and tax status of an affiliate, and the account. An affiliate writes their own.

create table payee_profile (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  affiliate_id uuid not null,
  legal_name text,
  company text,
  street text,
  house_number text,
  postal_code text,
  town text,
  -- ISO 3166-1, two letters.
  country text,
  vat_id text,
  tax_number text,
  updated_at timestamptz(3) not null,
  constraint payee_profile_pkey primary key (org_id, affiliate_id),
  constraint payee_profile_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint payee_profile_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete cascade,
  constraint payee_profile_country check (country ~ '^[A-Z]{2}$')
);

-- The status on the day of a supply decides, so each has the day on which it begins.
create table payee_tax_status (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  affiliate_id uuid not null,
  begins_on date not null,
  status text not null,
  created_at timestamptz(3) not null,
  constraint payee_tax_status_pkey primary key (org_id, affiliate_id, begins_on),
  constraint payee_tax_status_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint payee_tax_status_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id)
    references affiliate (org_id, id) on delete cascade,
  constraint payee_tax_status_status check (
    status in ('regular', 'small_business', 'eu_business', 'foreign_business', 'private'))
);

-- The accounts that were entered, one row each: a row is never changed into another account. The account to pay to is
-- the latest one in effect that was not withdrawn.
create table payee_account (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  affiliate_id uuid not null,
  holder text not null,
  -- Encrypted with the key of this id.
  iban_sealed text not null,
  key_id text not null,
  -- Keyed hash, equal for equal numbers.
  iban_mark text not null,
  iban_country text not null,
  iban_end text not null,
  bic text,
  -- The member who entered it; null for the affiliate.
  entered_by uuid,
  created_at timestamptz(3) not null,
  -- Of the emailed link with which the affiliate confirms it; null if none is needed.
  token_hash text,
  token_expires_at timestamptz(3),
  link_used_at timestamptz(3),
  -- From when it is paid to; null while the link is not used.
  effective_at timestamptz(3),
  -- The member who has checked it before that, and with whom.
  confirmed_by uuid,
  confirmed_note text,
  withdrawn_at timestamptz(3),
  constraint payee_account_pkey primary key (org_id, id),
  constraint payee_account_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint payee_account_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete cascade,
  constraint payee_account_token check ((token_hash is null) = (token_expires_at is null)),
  constraint payee_account_link check (link_used_at is null or token_hash is not null),
  -- An account that needs a link does not count before the link is used.
  constraint payee_account_effective check (effective_at is null or token_hash is null or link_used_at is not null),
  constraint payee_account_confirmed check ((confirmed_by is null) = (confirmed_note is null))
);
create index payee_account_org_id_affiliate_id_created_at_id_idx
  on payee_account (org_id, affiliate_id, created_at, id);
create index payee_account_org_id_iban_mark_idx on payee_account (org_id, iban_mark);

alter table payee_profile enable row level security;
create policy tenant_select on payee_profile for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on payee_profile for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_update on payee_profile for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_delete on payee_profile for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table payee_tax_status enable row level security;
create policy tenant_select on payee_tax_status for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on payee_tax_status for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_update on payee_tax_status for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_delete on payee_tax_status for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table payee_account enable row level security;
create policy tenant_select on payee_account for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on payee_account for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_update on payee_account for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_delete on payee_account for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
