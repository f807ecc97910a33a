-- A second factor of a person: the authenticator app, the recovery codes, and the mails about them. Of the person and of no
-- organisation, and closed inside an organisation's transaction like the person's sessions.

create table authenticator_app (
  user_id uuid not null,
  -- sealed with the program's secret
  secret text not null,
  -- null while it is being set up
  confirmed_at timestamptz(3),
  -- the last time step whose code was used; none of it or before works again
  last_step bigint,
  created_at timestamptz(3) not null default now(),
  constraint authenticator_app_pkey primary key (user_id),
  constraint authenticator_app_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);

create table recovery_code (
  user_id uuid not null,
  -- argon2id, with one salt for all codes of a person
  code_hash text not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint recovery_code_pkey primary key (user_id, code_hash),
  constraint recovery_code_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);

create table security_notice (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  created_at timestamptz(3) not null default now(),
  mailed_at timestamptz(3),
  constraint security_notice_pkey primary key (id),
  constraint security_notice_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);
create index security_notice_user_id_idx on security_notice (user_id);
create index security_notice_created_at_idx on security_notice (created_at);

-- When the person of the session gave a second factor.
alter table session add column factor_at timestamptz(3);

alter table authenticator_app enable row level security;
create policy person_select on authenticator_app for select using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_insert on authenticator_app for insert with check (nullif(current_setting('app.org_id', true), '') is null);
create policy person_update on authenticator_app for update using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_delete on authenticator_app for delete using (nullif(current_setting('app.org_id', true), '') is null);

alter table recovery_code enable row level security;
create policy person_select on recovery_code for select using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_insert on recovery_code for insert with check (nullif(current_setting('app.org_id', true), '') is null);
create policy person_update on recovery_code for update using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_delete on recovery_code for delete using (nullif(current_setting('app.org_id', true), '') is null);

alter table security_notice enable row level security;
create policy person_select on security_notice for select using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_insert on security_notice for insert with check (nullif(current_setting('app.org_id', true), '') is null);
create policy person_update on security_notice for update using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_delete on security_notice for delete using (nullif(current_setting('app.org_id', true), '') is null);
