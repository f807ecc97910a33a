-- Who is invited to work for an organisation. The link in the mail names the organisation itself, so that its hash is
-- looked for inside the organisation only.
create table member_invitation (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  email text not null,
  role text not null,
  token_hash text not null,
  created_by uuid,
  created_at timestamptz(3) not null default current_timestamp,
  sent_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  mailed_at timestamptz(3),
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint member_invitation_pkey primary key (org_id, id),
  constraint member_invitation_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint member_invitation_role check (role in ('owner', 'member')),
  constraint member_invitation_email_lower check (email = lower(email)),
  constraint member_invitation_ended_once check (accepted_at is null or revoked_at is null)
);
create unique index member_invitation_org_id_token_hash_key on member_invitation (org_id, token_hash);
-- However many are sent at once, an address has one open invitation.
create unique index member_invitation_one_open on member_invitation (org_id, email)
  where accepted_at is null and revoked_at is null;
create index member_invitation_org_id_email_sent_at_idx on member_invitation (org_id, email, sent_at);

alter table member_invitation enable row level security;
create policy tenant_select on member_invitation for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on member_invitation for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on member_invitation for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on member_invitation for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- A person works for an organisation as one thing, owner or member; beside that they may be its affiliate.
create unique index membership_one_job on membership (org_id, user_id) where role <> 'affiliate';

-- Who works for the organisation of the transaction; nobody in the portal.
create function app.members()
returns table (id uuid, name text, email text, role text, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  return query
  select u.id, u.name, u.email, m.role, m.created_at
  from public.membership m join public.app_user u on u.id = m.user_id
  where m.org_id = org and m.role <> 'affiliate';
end
$$;

-- Ends the sessions in which a person works for the organisation of the transaction: those that name it, and those that
-- name none when it is their first. To be called before their membership is taken away.
create function app.end_sessions(of_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
  first_org uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  select m.org_id into first_org from public.membership m
  where m.user_id = of_user and m.role <> 'affiliate' order by m.created_at, m.org_id limit 1;
  -- Only of somebody who works here: nobody else's sessions are this organisation's business.
  if not exists (select 1 from public.membership m
    where m.user_id = of_user and m.org_id = org and m.role <> 'affiliate') then
    return;
  end if;
  delete from public.session s
  where s.user_id = of_user and s.door = 'staff' and coalesce(s.org_id, first_org) = org;
end
$$;

revoke all on function app.members(), app.end_sessions(uuid) from public;
