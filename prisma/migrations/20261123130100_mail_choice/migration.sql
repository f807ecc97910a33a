-- Which mails a person has switched off. Somebody who works for an organisation and is its affiliate too has a row for each.

create table mail_choice (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  user_id uuid not null,
  affiliate_id uuid,
  muted text[] not null,
  constraint mail_choice_pkey primary key (org_id, id),
  constraint mail_choice_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint mail_choice_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade,
  constraint mail_choice_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete cascade
);
create unique index mail_choice_org_id_user_id_affiliate_id_key
  on mail_choice (org_id, user_id, affiliate_id) nulls not distinct;

alter table mail_choice enable row level security;
create policy tenant_select on mail_choice for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
             else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on mail_choice for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
             else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_update on mail_choice for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
             else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_delete on mail_choice for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
