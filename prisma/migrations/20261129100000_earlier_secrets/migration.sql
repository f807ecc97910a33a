-- Every secret that was changed signs on for its 24 hours, also when the secret is changed again meanwhile: the receiver may have
-- any of them.
alter table webhook_endpoint add column earlier_secrets jsonb not null default '[]';
update webhook_endpoint set earlier_secrets = jsonb_build_array(jsonb_build_object(
  'secret', previous_secret, 'until', to_char(previous_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
where previous_secret is not null and previous_until is not null;
alter table webhook_endpoint drop column previous_secret;
alter table webhook_endpoint drop column previous_until;
