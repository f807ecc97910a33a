-- How many mails an organization has caused on a day to people who have never signed in to it, and how many wait for that day. One row a
-- day, which everybody who sends one changes: so no more are sent than are allowed, however many at once.
create table stranger_mail (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  -- UTC, which nobody can move by another time zone
  day date not null,
  sent int not null default 0,
  waiting int not null default 0,
  constraint stranger_mail_pkey primary key (org_id, day),
  constraint stranger_mail_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint stranger_mail_counts check (sent >= 0 and waiting >= 0)
);

alter table stranger_mail enable row level security;
create policy tenant_select on stranger_mail for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on stranger_mail for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on stranger_mail for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on stranger_mail for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- What an operator allows instead.
alter table organization add column mail_budget int
  constraint organization_mail_budget_check check (mail_budget >= 0);

-- An operator lets web addresses and telephone numbers stand in its name and those of its affiliates.
alter table organization add column allows_contact boolean not null default false;
