-- Notices are for the staff too: each has one receiver, an affiliate or a person who works for the organisation. What
-- staff are told of has an id (a lead, an affiliate), by which nobody is told of it twice. Row security stays as it is: an
-- affiliate sees notices with their own id only, so none of the staff's.

alter table notification alter column affiliate_id drop not null;
alter table notification add column user_id uuid;
alter table notification add column subject_id uuid;
alter table notification add constraint notification_user_id_fkey
  foreign key (user_id) references app_user (id) on delete cascade;
alter table notification add constraint notification_receiver check ((affiliate_id is null) <> (user_id is null));
alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'commission_paid',
  'commission_reversed', 'terms_changed', 'lead_lost', 'lead_created', 'affiliate_joined'));

create unique index notification_org_id_user_id_subject_id_key
  on notification (org_id, user_id, subject_id);
create index notification_org_id_user_id_created_at_idx on notification (org_id, user_id, created_at);
-- What the bell counts, on every page.
create index notification_unread_affiliate on notification (org_id, affiliate_id) where read_at is null;
create index notification_unread_user on notification (org_id, user_id) where read_at is null;
