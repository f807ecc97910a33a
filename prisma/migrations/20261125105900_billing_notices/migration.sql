-- Owners are told that the trial ends, that it has ended, and that a payment has failed.
alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'commission_paid',
  'commission_reversed', 'terms_changed', 'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined',
  'webhook_disabled', 'billing'));
