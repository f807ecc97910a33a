-- The conversation about a lead and its deals (WORK-06). What staff write for themselves and what an affiliate reads are two tables, so
-- that no condition in a query decides about it.
create table lead_note (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  -- Derived from the form and its text: posting the same form again finds its row.
  id uuid not null,
  lead_id uuid not null,
  text text not null,
  -- The member who has written it.
  author uuid not null,
  file_id uuid,
  file_name text,
  created_at timestamptz(3) not null,
  constraint lead_note_pkey primary key (org_id, id),
  constraint lead_note_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint lead_note_org_id_lead_id_fkey foreign key (org_id, lead_id) references lead (org_id, id) on delete cascade,
  constraint lead_note_org_id_file_id_fkey foreign key (org_id, file_id) references file (org_id, id) on delete restrict,
  constraint lead_note_file check ((file_id is null) = (file_name is null))
);
create index lead_note_org_id_lead_id_created_at_idx on lead_note (org_id, lead_id, created_at);
create index lead_note_org_id_author_created_at_idx on lead_note (org_id, author, created_at);
create index lead_note_org_id_file_id_idx on lead_note (org_id, file_id);

create table lead_message (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  lead_id uuid not null,
  -- The affiliate who has written it or reads it. It does not follow the lead to another affiliate; null if they were deleted.
  affiliate_id uuid,
  text text not null,
  -- The member who has written it; null for the affiliate.
  author uuid,
  -- The member's name for the affiliate, who cannot read the staff.
  signed_by text,
  file_id uuid,
  file_name text,
  created_at timestamptz(3) not null,
  constraint lead_message_pkey primary key (org_id, id),
  constraint lead_message_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint lead_message_org_id_lead_id_fkey foreign key (org_id, lead_id) references lead (org_id, id) on delete cascade,
  constraint lead_message_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict,
  constraint lead_message_org_id_file_id_fkey foreign key (org_id, file_id) references file (org_id, id) on delete restrict,
  constraint lead_message_file check ((file_id is null) = (file_name is null))
);
create index lead_message_org_id_lead_id_created_at_idx on lead_message (org_id, lead_id, created_at);
create index lead_message_org_id_affiliate_id_created_at_idx on lead_message (org_id, affiliate_id, created_at);
create index lead_message_org_id_author_created_at_idx on lead_message (org_id, author, created_at);
create index lead_message_org_id_file_id_idx on lead_message (org_id, file_id);

alter table lead_note enable row level security;
create policy tenant_select on lead_note for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on lead_note for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on lead_note for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on lead_note for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- An affiliate writes only as themselves, and staff only as a member.
alter table lead_message enable row level security;
create policy tenant_select on lead_message for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on lead_message for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then author is not null
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid and author is null end);
create policy tenant_update on lead_message for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on lead_message for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- Whoever reads a message is fixed when it is written, so no later change shows it to somebody else.
create function app.keep_message() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.affiliate_id is not null and new.affiliate_id is distinct from old.affiliate_id
    or (new.lead_id, new.author, new.created_at) is distinct from (old.lead_id, old.author, old.created_at)
  then
    raise exception 'a message keeps its reader and its author' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger keep_message after update on lead_message
  for each row execute function app.keep_message('lead_message');
revoke all on function app.keep_message() from public;

-- The notifications of what is taken back are found by it.
create index notification_subject on notification (org_id, subject_id) where subject_id is not null;

-- Open pages show what is written. An affiliate never learns that there is an internal note.
create trigger announce_insert after insert on lead_note referencing new table as new_rows
  for each statement execute function app.announce('lead_note');
create trigger announce_update after update on lead_note referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('lead_note');
create trigger announce_delete after delete on lead_note referencing old table as old_rows
  for each statement execute function app.announce('lead_note');
create trigger announce_insert after insert on lead_message referencing new table as new_rows
  for each statement execute function app.announce('lead_message', 'affiliate_id');
create trigger announce_update after update on lead_message referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('lead_message', 'affiliate_id');
create trigger announce_delete after delete on lead_message referencing old table as old_rows
  for each statement execute function app.announce('lead_message', 'affiliate_id');

-- Files of notes and messages.
alter table file drop constraint file_kind;
alter table file add constraint file_kind check (kind in ('receipt', 'document', 'invoice', 'attachment'));

alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'deal_ended', 'deal_resumed',
  'commission_paid', 'commission_reversed', 'payout_paid', 'payout_returned', 'statement_issued', 'terms_changed',
  'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined', 'invoice_needed', 'invoice_submitted',
  'invoice_refused', 'objection_raised', 'objection_answered', 'webhook_disabled', 'billing', 'security',
  'message_received', 'message_answered', 'mentioned'));
