-- Leads that were deleted or merged (WORK-11). Their addresses, which mails and other programs know, stay.

-- A deleted lead. Only staff see it, because its content has their internal notes.
create table deleted_lead (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  -- The id that the lead had.
  id uuid not null,
  affiliate_id uuid,
  -- For its affiliate and webhooks, as long as the content.
  reason text,
  -- The audit entry of the deletion.
  batch_id uuid not null,
  -- Its rows, until the deletion can no longer be undone.
  content jsonb,
  -- The files of its notes and messages, until then.
  files uuid[] not null,
  deleted_at timestamptz(3) not null,
  constraint deleted_lead_pkey primary key (org_id, id),
  constraint deleted_lead_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint deleted_lead_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict
);
create index deleted_lead_org_id_affiliate_id_idx on deleted_lead (org_id, affiliate_id);
create index deleted_lead_kept on deleted_lead (org_id, id) where content is not null;

alter table deleted_lead enable row level security;
create policy tenant_select on deleted_lead for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on deleted_lead for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on deleted_lead for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on deleted_lead for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- A lead that was merged into another. Its affiliate may follow it, and sees the other lead only if it is theirs.
create table merged_lead (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  -- The id that the lead had.
  id uuid not null,
  -- The lead that has its data now.
  lead_id uuid not null,
  -- Its affiliate when it was merged.
  affiliate_id uuid,
  -- Its company, contact and address as app.plain() writes them, so that a search for them finds the other lead.
  search text not null,
  -- The internal note with the values that were not taken over.
  note uuid,
  merged_at timestamptz(3) not null,
  constraint merged_lead_pkey primary key (org_id, id),
  constraint merged_lead_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint merged_lead_org_id_lead_id_fkey foreign key (org_id, lead_id) references lead (org_id, id) on delete cascade,
  constraint merged_lead_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict
);
create index merged_lead_org_id_lead_id_idx on merged_lead (org_id, lead_id);
create index merged_lead_org_id_affiliate_id_idx on merged_lead (org_id, affiliate_id);
create index merged_lead_org_id_search_idx on merged_lead using gin (org_id uuid_ops, search gin_trgm_ops);

alter table merged_lead enable row level security;
create policy tenant_select on merged_lead for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on merged_lead for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on merged_lead for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on merged_lead for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- The runtime role may not change what is recorded of a lead's status. A merge moves it to the other lead, whose affiliate reads it.
create function app.merged_lead_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.lead_id is distinct from new.id then
    execute pg_catalog.format($q$
      update %s c set lead_id = $2, affiliate_id = l.affiliate_id
      from %s l where l.org_id = $1 and l.id = $2 and c.org_id = $1 and c.lead_id = $3$q$,
      app.beside(TG_TABLE_NAME, TG_ARGV[0], 'lead_status_change'), app.beside(TG_TABLE_NAME, TG_ARGV[0], 'lead'))
      using new.org_id, new.lead_id, new.id;
  end if;
  return null;
end
$$;
create trigger merged_lead_changes after insert on merged_lead
  for each row execute function app.merged_lead_changes('merged_lead');
revoke all on function app.merged_lead_changes() from public;

-- Who reads a message is fixed when it is written. Its lead may be merged into another.
create or replace function app.keep_message() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.affiliate_id is not null and new.affiliate_id is distinct from old.affiliate_id
    or (new.author, new.created_at) is distinct from (old.author, old.created_at)
  then
    raise exception 'a message keeps its reader and its author' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

-- Undoing a deletion writes an affiliate's messages again, which staff may not write otherwise.
create function app.restore_lead(of_lead uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- SET and not set_config(), because Citus passes only SET on to its workers.
  execute pg_catalog.format('set local app.restored_lead = %L', of_lead);
end
$$;
revoke all on function app.restore_lead(uuid) from public;
alter policy tenant_insert on lead_message with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null
      then case when author is null then coalesce(
        lead_id = nullif(current_setting('app.restored_lead', true), '')::uuid, false) else true end
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid and author is null end);

alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'deal_ended', 'deal_resumed',
  'commission_paid', 'commission_reversed', 'payout_paid', 'payout_returned', 'statement_issued', 'terms_changed',
  'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined', 'invoice_needed', 'invoice_submitted',
  'invoice_refused', 'objection_raised', 'objection_answered', 'webhook_disabled', 'billing', 'security',
  'message_received', 'message_answered', 'mentioned', 'lead_deleted', 'lead_merged'));
