-- What an affiliate owes back, and what no payout deducts: they have paid it back, or it is waived (PAY-13).
create table claim_settlement (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  affiliate_id uuid not null,
  currency text not null,
  kind text not null,
  -- When it was paid back or waived.
  settled_on date not null,
  -- Why it is waived, or how it was paid back.
  note text,
  -- Minor units. The net amount is the sum of its parts.
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  constraint claim_settlement_pkey primary key (org_id, id),
  constraint claim_settlement_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint claim_settlement_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id)
    references affiliate (org_id, id) on delete restrict,
  constraint claim_settlement_kind check (kind in ('paid_back', 'waived')),
  constraint claim_settlement_note check (kind = 'paid_back' or note is not null),
  constraint claim_settlement_sum check (gross = net + vat and net > 0 and vat >= 0)
);
create index claim_settlement_org_id_affiliate_id_created_at_id_idx
  on claim_settlement (org_id, affiliate_id, created_at, id);

-- What it settles of each claim.
create table claim_settlement_part (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  settlement_id uuid not null,
  claim_id uuid not null,
  -- Minor units, without VAT.
  amount bigint not null,
  constraint claim_settlement_part_pkey primary key (org_id, settlement_id, claim_id),
  constraint claim_settlement_part_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint claim_settlement_part_org_id_settlement_id_fkey foreign key (org_id, settlement_id)
    references claim_settlement (org_id, id) on delete cascade,
  constraint claim_settlement_part_org_id_claim_id_fkey foreign key (org_id, claim_id)
    references commission_claim (org_id, id) on delete restrict,
  constraint claim_settlement_part_amount check (amount > 0)
);
create index claim_settlement_part_org_id_claim_id_idx on claim_settlement_part (org_id, claim_id);

-- The sum of the parts of all its settlements. Payouts deduct the rest.
alter table commission_claim add column settled_amount bigint not null default 0;
alter table commission_claim add constraint commission_claim_settled_amount check (settled_amount between 0 and amount);
-- Whether a part of it is still owed.
alter table commission_claim add column is_open boolean not null
  generated always as (settled_on is null and settled_amount < amount) stored;

alter table claim_settlement enable row level security;
create policy tenant_select on claim_settlement for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on claim_settlement for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on claim_settlement for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on claim_settlement for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table claim_settlement_part enable row level security;
create policy tenant_select on claim_settlement_part for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on claim_settlement_part for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on claim_settlement_part for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on claim_settlement_part for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- Adds the parts up in their claims. A new part is of the same affiliate and currency, of a claim in no payout, and the
-- parts of a settlement are its net amount.
create function app.settle_claims() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parts text := app.beside(TG_TABLE_NAME, TG_ARGV[0], 'claim_settlement_part');
  claims text := app.beside(TG_TABLE_NAME, TG_ARGV[0], 'commission_claim');
  settlements text := app.beside(TG_TABLE_NAME, TG_ARGV[0], 'claim_settlement');
  wrong boolean;
begin
  execute format($q$
    update %1$s c set settled_amount = coalesce((
      select sum(p.amount) from %2$s p where p.org_id = c.org_id and p.claim_id = c.id), 0)
    where (c.org_id, c.id) in (select org_id, claim_id from %3$s)$q$,
    claims, parts, case TG_OP when 'INSERT' then 'new_rows' else 'old_rows' end);
  if TG_OP = 'DELETE' then
    return null;
  end if;
  execute format($q$
    select exists (
      select from new_rows n
      cross join lateral (select * from %1$s x where x.org_id = n.org_id and x.id = n.settlement_id offset 0) s
      cross join lateral (select * from %2$s x where x.org_id = n.org_id and x.id = n.claim_id offset 0) c
      where (c.affiliate_id, c.currency) is distinct from (s.affiliate_id, s.currency) or c.payout_id is not null
        or s.net <> (select sum(p.amount) from %3$s p where p.org_id = s.org_id and p.settlement_id = s.id))$q$,
    settlements, claims, parts) into wrong;
  if wrong then
    raise exception 'a settlement is of open claims of its affiliate, which add up to it'
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
revoke all on function app.settle_claims() from public;
create trigger settle_claims_insert after insert on claim_settlement_part
  referencing new table as new_rows for each statement execute function app.settle_claims('claim_settlement_part');
create trigger settle_claims_delete after delete on claim_settlement_part
  referencing old table as old_rows for each statement execute function app.settle_claims('claim_settlement_part');

-- Refuses a settled amount that is not the sum of the parts.
create function app.check_settled_amount() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong boolean;
begin
  execute format($q$
    select exists (
      select from new_rows n where n.settled_amount <> coalesce((
        select sum(p.amount) from %s p where p.org_id = n.org_id and p.claim_id = n.id), 0))$q$,
    app.beside(TG_TABLE_NAME, TG_ARGV[0], 'claim_settlement_part')) into wrong;
  if wrong then
    raise exception 'what is settled of a claim is the sum of its settlements' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
revoke all on function app.check_settled_amount() from public;
create trigger settled_amount_insert after insert on commission_claim
  referencing new table as new_rows for each statement execute function app.check_settled_amount('commission_claim');
create trigger settled_amount_update after update on commission_claim
  referencing new table as new_rows for each statement execute function app.check_settled_amount('commission_claim');
