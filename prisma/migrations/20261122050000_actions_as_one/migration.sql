-- What one action of many steps did stands together: the entry of the log that stands for it, the entries of its steps,
-- what it paid and whom it told. So it is shown as one and can be taken back as one. batch_id is no foreign key: it marks
-- what belongs together, and nothing may keep old entries of the log from being put away.

-- Of a step: the entry that stands for the action. That entry itself, and every entry of before, has none.
alter table audit_log add column batch_id uuid;
drop index audit_log_org_id_created_at_idx;
create index audit_log_actions on audit_log (org_id, created_at, id) where batch_id is null;
create index audit_log_steps on audit_log (org_id, batch_id, id) where batch_id is not null;

-- The entry of the action that paid it. Nobody can take back what another action has paid since.
alter table commission_payment
  add column batch_id uuid,
  add constraint commission_payment_batch check (batch_id is null or status = 'paid');
alter table deal
  add column batch_id uuid,
  add constraint deal_batch check (batch_id is null or commission_paid);

-- Once its mail is about to be sent, what it tells cannot be undone silently.
alter table notification
  add column batch_id uuid,
  add column mail_begun_at timestamptz(3);
alter table notification
  drop constraint notification_type,
  add constraint notification_type check (type in ('deal_created', 'commission_paid', 'commission_reversed'));
