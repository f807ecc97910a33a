-- What an organisation has subscribed to, as it was last read from Stripe. It stands with the organisation, as every page asks
-- for it, and says nothing that Stripe does not say anew.
alter table organization
  add column subscription_status text
    constraint organization_subscription_status_check check (subscription_status in (
      'active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused')),
  -- The end of what is paid; of an ended subscription, when it ended.
  add column subscription_ends_at timestamptz(3),
  -- It is not renewed when the paid time ends.
  add column subscription_cancels boolean not null default false,
  add column subscription_product_id text,
  -- When Stripe was last asked with success.
  add column subscription_checked_at timestamptz(3),
  -- An operator lets the data stay at least until then.
  add column kept_until timestamptz(3);
