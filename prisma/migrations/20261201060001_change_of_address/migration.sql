-- Two links of somebody who changes their address: one to the new address, which has it changed, and one to the old, which keeps or takes
-- that back. Both name the address that counts once they are used.
alter table one_time_token add column email text;
alter table one_time_token drop constraint one_time_token_purpose;
alter table one_time_token add constraint one_time_token_purpose
  check (purpose in ('reset', 'invite', 'sign-in', 'new-email', 'keep-email'));
alter table one_time_token add constraint one_time_token_email
  check ((email is not null) = (purpose in ('new-email', 'keep-email')));
