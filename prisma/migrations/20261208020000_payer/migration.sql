-- Who pays: the name and address of the organization on statements, and the rhythm of its payouts, which affiliates see.
-- A change is a new row, so that what counted on a day is known later; the latest row counts.
create table payer_profile (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  legal_name text,
  street text,
  house_number text,
  postal_code text,
  town text,
  country text,
  vat_id text,
  tax_number text,
  -- How often it pays; null if it has not said so.
  cadence text,
  -- The day of the month on which it pays; null for none.
  pay_day smallint,
  -- The smallest amount that it pays, in minor units of its currency.
  minimum_amount bigint not null default 0,
  created_at timestamptz(3) not null,
  constraint payer_profile_pkey primary key (org_id, id),
  constraint payer_profile_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint payer_profile_country check (country ~ '^[A-Z]{2}$'),
  constraint payer_profile_cadence check (cadence in ('monthly', 'quarterly', 'yearly', 'on_demand')),
  constraint payer_profile_pay_day check (pay_day between 1 and 28),
  constraint payer_profile_minimum_amount check (minimum_amount >= 0)
);
create index payer_profile_org_id_created_at_id_idx on payer_profile (org_id, created_at, id);

alter table payer_profile enable row level security;
create policy tenant_select on payer_profile for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy tenant_insert on payer_profile for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on payer_profile for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on payer_profile for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
