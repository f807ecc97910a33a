-- The checkout at Stripe that an organisation has begun last. Equal requests have the same number, so Stripe makes one page of them; of
-- two pages with different numbers the lower one is closed.
alter table organization
  add column checkout_number int not null default 0,
  add column checkout_plan text
    constraint organization_checkout_plan_check check (checkout_plan in ('monthly', 'yearly')),
  add column checkout_language text,
  -- Null once it is known that no page is open: something was paid, and the others were closed.
  add column checkout_at timestamptz(3),
  -- How many subscriptions at Stripe are paid for. More than one is one too many.
  add column subscriptions_paid int not null default 0;
