-- The morning mail of a member's leads (WORK-07) is on until it is switched off, and has nothing to say without a responsible member.
alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'deal_ended', 'deal_resumed',
  'commission_paid', 'commission_reversed', 'payout_paid', 'payout_returned', 'statement_issued', 'terms_changed',
  'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined', 'invoice_needed', 'invoice_submitted',
  'invoice_refused', 'objection_raised', 'objection_answered', 'webhook_disabled', 'billing', 'security',
  'message_received', 'message_answered', 'mentioned', 'lead_deleted', 'lead_merged', 'leads_due'));
