-- What is kept of Stripe beside the organisation's subscription. These tables are asked by ids of Stripe, before an organisation
-- is known, so they belong to none and stay on the coordinator of a distributed database.

-- The customer of an organisation at Stripe: one at a time (S6). Closed to the runtime role; the functions below are the way in.
create table stripe_customer (
  customer_id text not null,
  org_id uuid not null,
  created_at timestamptz(3) not null default now(),
  -- It is gone at Stripe; the next checkout makes a new one.
  deleted_at timestamptz(3),
  constraint stripe_customer_pkey primary key (customer_id)
);
create unique index stripe_customer_org_id_key on stripe_customer (org_id) where deleted_at is null;

-- What Stripe has told of, each once (S2). Only ids: what is so now is read from Stripe.
create table stripe_event (
  id text not null,
  type text not null,
  customer_id text not null,
  -- What the event is about, such as an invoice.
  object_id text not null,
  created_at timestamptz(3) not null default now(),
  handled_at timestamptz(3),
  constraint stripe_event_pkey primary key (id)
);
create index stripe_event_created_at_idx on stripe_event (created_at);

-- The memory of the stand-in for Stripe, which production refuses: customers, sessions and subscriptions as Stripe would answer them.
create table stripe_simulation (
  id text not null,
  kind text not null,
  customer_id text,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  constraint stripe_simulation_pkey primary key (id)
);
create index stripe_simulation_customer_id_kind_idx on stripe_simulation (customer_id, kind);

alter table stripe_event enable row level security;
create policy global_select on stripe_event for select using (nullif(current_setting('app.org_id', true), '') is null);
create policy global_insert on stripe_event for insert with check (nullif(current_setting('app.org_id', true), '') is null);
create policy global_update on stripe_event for update using (nullif(current_setting('app.org_id', true), '') is null);
create policy global_delete on stripe_event for delete using (nullif(current_setting('app.org_id', true), '') is null);

alter table stripe_simulation enable row level security;
create policy global_select on stripe_simulation for select using (nullif(current_setting('app.org_id', true), '') is null);
create policy global_insert on stripe_simulation for insert with check (nullif(current_setting('app.org_id', true), '') is null);
create policy global_update on stripe_simulation for update using (nullif(current_setting('app.org_id', true), '') is null);
create policy global_delete on stripe_simulation for delete using (nullif(current_setting('app.org_id', true), '') is null);

alter table organization
  add column subscription_interval text
    constraint organization_subscription_interval_check check (subscription_interval in ('monthly', 'yearly')),
  -- Each question to Stripe has a number; an answer to an older one does not replace that of a newer one.
  add column subscription_asked bigint not null default 0,
  add column subscription_answered bigint not null default 0,
  add column subscription_asked_at timestamptz(3);

-- The customer of the transaction's organisation, and how many it has had; nothing in the portal.
create function app.stripe_customer() returns table (customer_id text, had int)
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  return query
  select max(c.customer_id) filter (where c.deleted_at is null), count(*)::int
  from public.stripe_customer c where c.org_id = org;
end
$$;

-- Keeps a customer for the transaction's organisation, unless it has one, and returns the one it has.
create function app.keep_stripe_customer(customer text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    raise exception 'a customer belongs to the organisation of a transaction';
  end if;
  insert into public.stripe_customer (customer_id, org_id) values (customer, org) on conflict do nothing;
  return (select c.customer_id from public.stripe_customer c where c.org_id = org and c.deleted_at is null);
end
$$;

-- Notes that the customer of the transaction's organisation is gone at Stripe.
create function app.forget_stripe_customer(customer text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.stripe_customer c set deleted_at = now()
  where c.customer_id = customer and c.deleted_at is null
    and c.org_id = nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid
    and nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is null;
end
$$;

-- Whose customer this is. Before an organisation is known.
create function app.organization_of_customer(customer text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select c.org_id from public.stripe_customer c where c.customer_id = customer);
end
$$;

revoke all on function
  app.stripe_customer(), app.keep_stripe_customer(text), app.forget_stripe_customer(text),
  app.organization_of_customer(text)
from public;
