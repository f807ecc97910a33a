-- When somebody has shown last that it is them: by signing in, or once more before something that hands out power or data.
-- Sessions from before have not.
alter table session add column proven_at timestamptz(3);

-- Owners are told when somebody changes who has power, keys or data.
alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'commission_paid',
  'commission_reversed', 'terms_changed', 'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined',
  'webhook_disabled', 'billing', 'security'));
