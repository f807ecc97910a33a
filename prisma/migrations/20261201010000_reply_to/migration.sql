-- Where replies to what the organization mails its affiliates go. Without it they cannot be replied to.
alter table organization add column reply_to text
  constraint organization_reply_to_lower check (reply_to = lower(reply_to));
