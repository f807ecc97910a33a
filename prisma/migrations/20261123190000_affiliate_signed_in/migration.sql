-- When the affiliate came into the portal last, by a link of a mail or one that was handed out. Staff see it.
alter table affiliate add column signed_in_at timestamptz(3);
