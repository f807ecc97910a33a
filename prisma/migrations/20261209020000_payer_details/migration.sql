-- What the organization needs to pay and affiliates never see: its account, and how it numbers, taxes and approves.

-- The accounts from which the organization pays, one row each. The latest one counts; a change is a new row.
create table payer_account (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  -- Null for the legal name of the organization.
  holder text,
  -- Encrypted with the key of this id.
  iban_sealed text not null,
  key_id text not null,
  -- Keyed hash, equal for equal numbers.
  iban_mark text not null,
  iban_country text not null,
  iban_end text not null,
  bic text,
  -- The member who entered it; null for an operator.
  entered_by uuid,
  created_at timestamptz(3) not null,
  constraint payer_account_pkey primary key (org_id, id),
  constraint payer_account_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict
);
create index payer_account_org_id_created_at_id_idx on payer_account (org_id, created_at, id);

-- A change is a new row, so that what counted on a day is known later; the latest row counts.
create table payer_setting (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  -- Patterns of document numbers by series: {"statement": "AB-{YEAR}-{NUMBER}"}. A missing one is the usual one.
  number_patterns jsonb not null default '{}',
  -- VAT rates with the first day of each: [{"from": "2021-01-01", "rate_bp": 1900}]; null for those of the country.
  vat_rates jsonb,
  -- Whether the bank books a payout run as one sum.
  batch_booking boolean not null default true,
  -- Whether a member other than its creator has to approve a payout run.
  second_approver boolean not null default false,
  created_at timestamptz(3) not null,
  constraint payer_setting_pkey primary key (org_id, id),
  constraint payer_setting_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict
);
create index payer_setting_org_id_created_at_id_idx on payer_setting (org_id, created_at, id);

alter table payer_account enable row level security;
create policy tenant_select on payer_account for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on payer_account for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on payer_account for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on payer_account for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table payer_setting enable row level security;
create policy tenant_select on payer_setting for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on payer_setting for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on payer_setting for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on payer_setting for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- The number that stands for an affiliate in document numbers, given when the first one needs it and never again.
alter table affiliate add column document_code integer;
alter table affiliate add constraint affiliate_document_code check (document_code > 0);
create unique index affiliate_org_id_document_code_key on affiliate (org_id, document_code);
