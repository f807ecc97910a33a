-- The passkeys of a person (WebAuthn). Of the person and of no organisation, and closed inside an organisation's transaction like
-- the authenticator app.

create table passkey (
  id uuid not null,
  user_id uuid not null,
  -- what the authenticator calls it, in base64url
  credential_id text not null,
  -- COSE
  public_key bytea not null,
  -- what the authenticator counts; it never goes back
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- singleDevice, or multiDevice for one that can be copied to other devices
  device_type text not null,
  is_backed_up boolean not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  constraint passkey_pkey primary key (id),
  constraint passkey_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);
create unique index passkey_credential_id_key on passkey (credential_id);
create index passkey_user_id_idx on passkey (user_id);

alter table passkey enable row level security;
create policy person_select on passkey for select using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_insert on passkey for insert with check (nullif(current_setting('app.org_id', true), '') is null);
create policy person_update on passkey for update using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_delete on passkey for delete using (nullif(current_setting('app.org_id', true), '') is null);
