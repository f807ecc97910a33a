-- Numbers that the tax adviser gives, for files for DATEV (PAY-14). A change is a new row, so that what counted on a day
-- is known later; the latest row counts.
create table datev_setting (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  adviser int not null,
  client int not null,
  -- Month in which the fiscal year begins.
  fiscal_month smallint not null,
  -- Digits of an account; creditors have one more.
  account_length smallint not null,
  -- Chart of accounts: SKR 03 or SKR 04.
  chart text not null,
  expense_account text not null,
  bank_account text not null,
  created_at timestamptz(3) not null,
  constraint datev_setting_pkey primary key (org_id, id),
  constraint datev_setting_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  -- The form knows the exact ranges (app/domain/documents/datev.schema.ts).
  constraint datev_setting_adviser check (adviser between 1 and 9999999),
  constraint datev_setting_client check (client between 1 and 99999),
  constraint datev_setting_fiscal_month check (fiscal_month between 1 and 12),
  constraint datev_setting_account_length check (account_length between 1 and 8),
  constraint datev_setting_chart check (chart in ('03', '04'))
);
create index datev_setting_org_id_created_at_id_idx on datev_setting (org_id, created_at, id);

alter table datev_setting enable row level security;
create policy tenant_select on datev_setting for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on datev_setting for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on datev_setting for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on datev_setting for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- The tax adviser's account of an affiliate, and its name there if the one in documents does not fit.
alter table affiliate add column creditor_number integer;
alter table affiliate add column creditor_name text;
alter table affiliate add constraint affiliate_creditor_number check (creditor_number between 70000 and 999999999);
create unique index affiliate_org_id_creditor_number_key on affiliate (org_id, creditor_number);
