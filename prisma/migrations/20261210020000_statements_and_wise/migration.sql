-- The titles of the organization's template of Wise for batch payments (PAY-11), as a line of CSV; null without one.
alter table payer_setting add column wise_titles text;

-- Affiliates are told of a payout as a whole, of one that the bank returned, and of a statement without one.
alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'deal_ended', 'deal_resumed',
  'commission_paid', 'commission_reversed', 'payout_paid', 'payout_returned', 'statement_issued', 'terms_changed',
  'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined', 'webhook_disabled', 'billing', 'security'));
