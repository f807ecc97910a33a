-- Row security. One policy for each command of a table says everything, its conditions joined by AND:
--   the row belongs to the organisation of the transaction (app.org_id), and
--   staff only (app.affiliate_id is not set), or in the portal also the affiliate's own rows.
-- Never a restrictive policy: Citus makes each policy a permissive one on its shards, and permissive ones add up. The
-- USING of an update is its check as well. The expressions are plain on purpose: Citus refuses a sub-select in the policy
-- of a distributed table, and nullif is needed because the setting is '' once a connection has used it. "case" and not
-- "or": Postgres takes it for granted that this "or" leaves one row in a hundred, and then reads and sorts all rows of a list
-- instead of the page that it shows.

alter table organization enable row level security;
create policy tenant_select on organization for select using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy tenant_insert on organization for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on organization for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on organization for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table affiliate enable row level security;
create policy tenant_select on affiliate for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on affiliate for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on affiliate for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on affiliate for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table affiliate_term enable row level security;
create policy tenant_select on affiliate_term for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on affiliate_term for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on affiliate_term for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on affiliate_term for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table lead enable row level security;
create policy tenant_select on lead for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on lead for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_update on lead for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on lead for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table deal enable row level security;
create policy tenant_select on deal for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on deal for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on deal for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on deal for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table commission_payment enable row level security;
create policy tenant_select on commission_payment for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on commission_payment for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on commission_payment for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on commission_payment for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table notification enable row level security;
create policy tenant_select on notification for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on notification for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on notification for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_delete on notification for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table webhook_endpoint enable row level security;
create policy tenant_select on webhook_endpoint for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on webhook_endpoint for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on webhook_endpoint for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on webhook_endpoint for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table webhook_delivery enable row level security;
create policy tenant_select on webhook_delivery for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on webhook_delivery for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on webhook_delivery for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on webhook_delivery for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table audit_log enable row level security;
create policy tenant_select on audit_log for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on audit_log for insert with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy tenant_update on audit_log for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on audit_log for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table aggregate enable row level security;
create policy tenant_select on aggregate for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on aggregate for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on aggregate for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on aggregate for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- ---------------------------------------------------------------- people, from inside an organisation
-- Without an organisation these tables are open: somebody signs in, asks for a link, is looked up. Inside a transaction of
-- an organisation they are closed but for what staff's invitations need: one person, whom app.open_person has named, may
-- be found, made without a password, or locked; and a link to the organisation's own portal may be made.

alter table app_user enable row level security;
create policy person_select on app_user for select using (
    nullif(current_setting('app.org_id', true), '') is null
    or nullif(current_setting('app.person', true), '') in (id::text, email)
    and nullif(current_setting('app.affiliate_id', true), '') is null);
create policy person_insert on app_user for insert with check (
    nullif(current_setting('app.org_id', true), '') is null
    or nullif(current_setting('app.person', true), '') = email and password_hash is null and email_confirmed_at is null
    and nullif(current_setting('app.affiliate_id', true), '') is null);
-- In an organisation this only lets the row be locked: no change passes the check.
create policy person_update on app_user for update using (
    nullif(current_setting('app.org_id', true), '') is null
    or nullif(current_setting('app.person', true), '') = id::text
    and nullif(current_setting('app.affiliate_id', true), '') is null)
  with check (nullif(current_setting('app.org_id', true), '') is null);
create policy person_delete on app_user for delete using (nullif(current_setting('app.org_id', true), '') is null);

alter table one_time_token enable row level security;
create policy person_select on one_time_token for select using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_insert on one_time_token for insert with check (
    nullif(current_setting('app.org_id', true), '') is null
    or org_id = nullif(current_setting('app.org_id', true), '')::uuid and purpose = 'invite'
    and nullif(current_setting('app.affiliate_id', true), '') is null);
create policy person_update on one_time_token for update using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_delete on one_time_token for delete using (nullif(current_setting('app.org_id', true), '') is null);

alter table session enable row level security;
create policy person_select on session for select using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_insert on session for insert with check (nullif(current_setting('app.org_id', true), '') is null);
create policy person_update on session for update using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_delete on session for delete using (nullif(current_setting('app.org_id', true), '') is null);

alter table sign_up enable row level security;
create policy person_select on sign_up for select using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_insert on sign_up for insert with check (nullif(current_setting('app.org_id', true), '') is null);
create policy person_update on sign_up for update using (nullif(current_setting('app.org_id', true), '') is null);
create policy person_delete on sign_up for delete using (nullif(current_setting('app.org_id', true), '') is null);

-- Who belongs to an organisation is its staff's business; by person it is asked with app.memberships and app.affiliations.
alter table membership enable row level security;
create policy tenant_select on membership for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on membership for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on membership for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on membership for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
