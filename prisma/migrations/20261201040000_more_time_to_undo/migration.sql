-- Whoever asks for more time to undo an action puts its mails off. Notices are found by their action then, of which each has few.
alter table notification add column mail_at timestamptz(3);
create index notification_org_id_batch_id_idx on notification (org_id, batch_id);
