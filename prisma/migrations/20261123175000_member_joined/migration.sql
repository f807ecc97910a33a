-- Staff are told when somebody accepts the invitation to work with them. The subject of such a notice is the invitation,
-- so that who is invited a second time is told of a second time.

alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'commission_paid',
  'commission_reversed', 'terms_changed', 'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined'));
