-- Terms that a new affiliate gets (WORK-05), in versions as the terms of an affiliate are. They begin on the day on which the affiliate
-- is added.
create table standard_term (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  version int not null,
  cadence text not null,
  rev_share_bp int,
  fixed_amount bigint,
  tiers jsonb,
  currency text not null,
  due_when text not null,
  holding_days smallint not null,
  status text not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  constraint standard_term_pkey primary key (org_id, id),
  constraint standard_term_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint standard_term_status check (status in ('active', 'inactive')),
  constraint standard_term_cadence check (cadence in ('ad-hoc', 'monthly', 'quarterly', 'yearly')),
  constraint standard_term_rev_share check (rev_share_bp between 0 and 10000),
  constraint standard_term_fixed_amount check (fixed_amount > 0),
  constraint standard_term_due_when check (due_when in ('period', 'customer_paid')),
  constraint standard_term_holding_days check (holding_days between 0 and 90),
  constraint standard_term_has_rule check (
    case when tiers is null then rev_share_bp is not null or fixed_amount is not null
    else rev_share_bp is null and fixed_amount is null
         and jsonb_typeof(tiers) = 'array' and jsonb_array_length(tiers) > 0 end)
);
create unique index standard_term_org_id_version_key on standard_term (org_id, version);
create unique index standard_term_one_active on standard_term (org_id) where status = 'active';

-- Affiliates never see them: what applies to an affiliate is in their own terms.
alter table standard_term enable row level security;
create policy tenant_select on standard_term for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on standard_term for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on standard_term for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on standard_term for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
