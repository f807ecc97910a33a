-- Deals that end: on a day, for a reason that decides what becomes of their commission.

-- The first day on which it no longer runs.
alter table deal add column ended_on date;
alter table deal add column end_reason text;
-- What the affiliate is told about it.
alter table deal add column end_note text;
-- What the deal was worth until then.
alter table deal add column ended_amount bigint;
-- The audit entry that ended it.
alter table deal add column end_batch_id uuid;
-- A commission of the deal as a whole that is not paid is owed no more.
alter table deal add column commission_ended boolean not null default false;
alter table deal add constraint deal_end check (
  (ended_on is null) = (end_reason is null) and (ended_on is null) = (ended_amount is null)
  and (ended_on is not null or (end_note is null and end_batch_id is null)));
alter table deal add constraint deal_end_reason check (
  end_reason in ('customer_did_not_pay', 'cancelled_by_customer', 'our_fault'));
alter table deal add constraint deal_ended_amount check (
  ended_amount between 0 and amount and (deal_type = 'recurring' or ended_amount = 0));
alter table deal add constraint deal_commission_ended check (
  commission_ended = (deal_type = 'one-time' and coalesce(end_reason, 'our_fault') <> 'our_fault'));
create index deal_ended on deal (org_id, id) where ended_on is not null;

-- A commission that was paid and is owed back, because its deal has ended. Payouts will set it off.
create table commission_claim (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  deal_id uuid not null,
  affiliate_id uuid not null,
  -- The month it was paid for; null for the commission of a one-time deal.
  payment_id uuid,
  -- What was paid, in minor units: a debt of the affiliate, so above 0.
  amount bigint not null,
  currency text not null,
  -- When it fell due.
  period date not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint commission_claim_pkey primary key (org_id, id),
  constraint commission_claim_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint commission_claim_org_id_deal_id_fkey foreign key (org_id, deal_id) references deal (org_id, id)
    on delete restrict,
  constraint commission_claim_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict,
  constraint commission_claim_org_id_payment_id_fkey foreign key (org_id, payment_id) references commission_payment (org_id, id)
    on delete restrict,
  constraint commission_claim_amount check (amount > 0)
);
create unique index commission_claim_org_id_deal_id_period_key on commission_claim (org_id, deal_id, period);
create index commission_claim_org_id_affiliate_id_idx on commission_claim (org_id, affiliate_id);
-- Of a month that is changed: whether it is owed back.
create index commission_claim_org_id_payment_id_idx on commission_claim (org_id, payment_id);

alter table commission_claim enable row level security;
create policy tenant_select on commission_claim for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on commission_claim for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on commission_claim for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on commission_claim for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- Refuses what contradicts the end of a deal: a month that is still to be paid although it ended, and a claim for what is not paid, has not
-- ended, or is of another amount.
create function app.check_deal_ends() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deals text := app.beside(TG_TABLE_NAME, TG_ARGV[0], 'deal');
  payments text := app.beside(TG_TABLE_NAME, TG_ARGV[0], 'commission_payment');
  claims text := app.beside(TG_TABLE_NAME, TG_ARGV[0], 'commission_claim');
  -- Each row of another table is looked up by its key: how many rows have changed Postgres does not know, and might read all.
  pending text := case TG_ARGV[0]
    when 'deal' then format($q$
      select from new_rows d cross join lateral (
        select * from %s x where x.org_id = d.org_id and x.deal_id = d.id and x.status = 'pending' offset 0) p
      where d.ended_on is not null$q$, payments)
    when 'commission_payment' then format($q$
      select from new_rows p cross join lateral (
        select * from %s x where x.org_id = p.org_id and x.id = p.deal_id offset 0) d
      where p.status = 'pending'$q$, deals)
  end;
  claimed text := case TG_ARGV[0]
    when 'deal' then format('new_rows d cross join lateral (
      select * from %s x where x.org_id = d.org_id and x.deal_id = d.id offset 0) c left join lateral (
      select * from %s x where x.org_id = c.org_id and x.id = c.payment_id offset 0) p on true', claims, payments)
    when 'commission_payment' then format('new_rows p cross join lateral (
      select * from %s x where x.org_id = p.org_id and x.payment_id = p.id offset 0) c cross join lateral (
      select * from %s x where x.org_id = c.org_id and x.id = c.deal_id offset 0) d', claims, deals)
    when 'commission_claim' then format('new_rows c cross join lateral (
      select * from %s x where x.org_id = c.org_id and x.id = c.deal_id offset 0) d left join lateral (
      select * from %s x where x.org_id = c.org_id and x.id = c.payment_id offset 0) p on true', deals, payments)
  end;
  wrong boolean;
begin
  if pending is not null then
    execute format($q$
      select exists (
        %s and (d.end_reason = 'customer_did_not_pay' or d.end_reason = 'cancelled_by_customer' and p.period_start >= d.ended_on))$q$,
      pending) into wrong;
    if wrong then
      raise exception 'a month that has ended with its deal cannot be pending' using errcode = 'check_violation';
    end if;
  end if;
  if TG_ARGV[0] = 'commission_payment' and TG_OP = 'INSERT' then
    return null;
  end if;
  execute format($q$
    select exists (
      select from %s
      where coalesce(d.end_reason, 'our_fault') = 'our_fault' or d.affiliate_id is distinct from c.affiliate_id
        or case when c.payment_id is null
          then not d.commission_paid
            or (d.commission_amount, d.commission_currency, d.close_date) is distinct from (c.amount, c.currency, c.period)
          else p.status <> 'paid' or c.period < d.ended_on
            or (p.deal_id, p.amount, p.currency, p.period_start) is distinct from (c.deal_id, c.amount, c.currency, c.period)
        end)$q$, claimed) into wrong;
  if wrong then
    raise exception 'only what was paid and has ended with its deal can be owed back' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
revoke all on function app.check_deal_ends() from public;

create trigger deal_ends_update after update on deal
  referencing new table as new_rows for each statement execute function app.check_deal_ends('deal');
create trigger deal_ends_insert after insert on commission_payment
  referencing new table as new_rows for each statement execute function app.check_deal_ends('commission_payment');
create trigger deal_ends_update after update on commission_payment
  referencing new table as new_rows for each statement execute function app.check_deal_ends('commission_payment');
create trigger deal_ends_insert after insert on commission_claim
  referencing new table as new_rows for each statement execute function app.check_deal_ends('commission_claim');
create trigger deal_ends_update after update on commission_claim
  referencing new table as new_rows for each statement execute function app.check_deal_ends('commission_claim');

-- Marks the deals that a statement may have left without a month. A new payment leaves none without one. One that others have marked
-- is marked again, which waits for whoever is checking it: what changes after the check is checked once more.
create or replace function app.uncheck_deals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text := case TG_ARGV[0] || ' ' || TG_OP
    when 'deal INSERT' then 'select org_id, id from new_rows'
    when 'deal UPDATE' then
      $q$ select n.org_id, n.id from new_rows n join old_rows o on o.org_id = n.org_id and o.id = n.id
          where (n.deal_type, n.affiliate_id is null, n.commission_amount > 0, n.contract_start_date, n.contract_duration_months,
             n.ended_on, n.end_reason)
            is distinct from
              (o.deal_type, o.affiliate_id is null, o.commission_amount > 0, o.contract_start_date, o.contract_duration_months,
               o.ended_on, o.end_reason) $q$
    when 'commission_payment UPDATE' then
      $q$ select o.org_id, o.deal_id from old_rows o left join new_rows n on n.org_id = o.org_id and n.id = o.id
          where n.id is null or (n.deal_id, n.period_start) is distinct from (o.deal_id, o.period_start)
            or o.status = 'paid' and n.status <> 'paid' $q$
    when 'commission_payment DELETE' then 'select org_id, deal_id from old_rows'
  end;
begin
  execute format($q$
    insert into %s (org_id, deal_id)
    select d.org_id, d.id from %s d
    where (d.org_id, d.id) in (%s)
      and d.deal_type = 'recurring' and d.affiliate_id is not null and d.commission_amount > 0
    order by d.org_id, d.id
    on conflict (org_id, deal_id) do update set deal_id = excluded.deal_id$q$,
    app.beside(TG_TABLE_NAME, TG_ARGV[0], 'unchecked_deal'), app.beside(TG_TABLE_NAME, TG_ARGV[0], 'deal'), changed);
  return null;
end
$$;

-- As before; a deal that has ended is worth what it was until then, and one that was cancelled is won no more. A one-off commission
-- that ended with its deal is not owed.
create or replace function app.aggregate_source(of_table text) returns text
language sql immutable set search_path = '' as $$
  select case of_table
    when 'lead' then
      $q$ select org_id, affiliate_id, 'lead' as kind, status as state, date '0001-01-01' as day, '' as currency,
                 0::bigint as amount
          from %1$s
          union all
          -- By the furthest step it has reached: of the leads of a day so many were qualified or won so far.
          select org_id, affiliate_id, k.kind,
                 case when status = 'converted' then 'won'
                      when status = 'qualified' or qualified_on is not null then 'qualified' else 'open' end,
                 case k.kind when 'lead-day' then submitted_on else date_trunc('month', submitted_on)::date end, '', 0
          from %1$s cross join (values ('lead-day'), ('lead-month')) k (kind)
          union all
          -- The state is how many days the step took.
          select org_id, affiliate_id, k.kind, greatest(0, qualified_on - submitted_on)::text,
                 case k.kind when 'qualified-day' then qualified_on else date_trunc('month', qualified_on)::date end, '', 0
          from %1$s cross join (values ('qualified-day'), ('qualified-month')) k (kind) where qualified_on is not null
          union all
          select org_id, affiliate_id, k.kind, greatest(0, won_on - qualified_on)::text,
                 case k.kind when 'won-day' then won_on else date_trunc('month', won_on)::date end, '', 0
          from %1$s cross join (values ('won-day'), ('won-month')) k (kind)
          where qualified_on is not null and won_on is not null $q$
    when 'deal' then
      $q$ select org_id, affiliate_id, 'deal' as kind, deal_type as state, date_trunc('year', close_date)::date as day,
                 currency, coalesce(ended_amount, amount) as amount
          from %1$s
          union all
          select org_id, affiliate_id, 'one-off',
                 case when not commission_paid then 'open' when receipt_url is null then 'paid' else 'receipt' end,
                 case when commission_paid then date '0001-01-01' else close_date end, commission_currency,
                 commission_amount
          from %1$s where deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended)
          union all
          select org_id, affiliate_id, k.kind, case when ended_amount = 0 then 'cancelled' else 'won' end,
                 case k.kind when 'deal-day' then close_date else date_trunc('month', close_date)::date end, currency,
                 coalesce(ended_amount, amount)
          from %1$s cross join (values ('deal-day'), ('deal-month')) k (kind)
          union all
          select org_id, affiliate_id, k.kind, case when receipt_url is null then 'one-off' else 'one-off-receipt' end,
                 case k.kind when 'paid-day' then payment_date else date_trunc('month', payment_date)::date end,
                 commission_currency, commission_amount
          from %1$s cross join (values ('paid-day'), ('paid-month')) k (kind)
          where deal_type = 'one-time' and commission_paid and payment_date is not null
          union all
          -- Whether it pays anything each month, and if not, why.
          select org_id, affiliate_id, 'recurring',
                 case when affiliate_id is null then 'no_affiliate' when commission_amount > 0 then 'paying'
                      else 'no_commission' end, date '0001-01-01', '', 0
          from %1$s where deal_type = 'recurring' $q$
    when 'commission_payment' then
      $q$ select org_id, affiliate_id, 'monthly' as kind,
                 case when status = 'pending' then 'pending' when receipt_url is null then 'paid' else 'receipt' end
                   as state,
                 case when status = 'pending' then period_start else date '0001-01-01' end as day, currency, amount
          from %1$s
          union all
          select org_id, affiliate_id, k.kind, case when receipt_url is null then 'monthly' else 'monthly-receipt' end,
                 case k.kind when 'paid-day' then paid_date else date_trunc('month', paid_date)::date end, currency,
                 amount
          from %1$s cross join (values ('paid-day'), ('paid-month')) k (kind)
          where status = 'paid' and paid_date is not null $q$
  end
$$;

-- Who is told.
alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'deal_ended', 'deal_resumed', 'commission_paid',
  'commission_reversed', 'terms_changed', 'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined',
  'webhook_disabled', 'billing', 'security'));
alter table webhook_endpoint drop constraint webhook_endpoint_event;
alter table webhook_endpoint add constraint webhook_endpoint_event check (event in ('deal.created', 'lead.created', 'both', 'all'));
alter table webhook_delivery drop constraint webhook_delivery_event;
alter table webhook_delivery add constraint webhook_delivery_event check (
  event in ('deal.created', 'deal.ended', 'deal.resumed', 'lead.created'));
