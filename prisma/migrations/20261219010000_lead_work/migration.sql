-- Who of the staff works on a lead, and what they do next (WORK-07). A table of its own, because an affiliate reads the rows of
-- their leads, and row security hides rows, not columns. Each lead has its row, so that leads without a next step are found by an index.
create table lead_work (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  lead_id uuid not null,
  -- The user id of a member; null for none.
  responsible uuid,
  -- Both or none.
  next_step text,
  next_step_on date,
  -- Copies of the lead, kept by triggers, so that one index selects and orders.
  status text not null,
  created_at timestamptz(3) not null,
  constraint lead_work_pkey primary key (org_id, lead_id),
  constraint lead_work_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint lead_work_org_id_lead_id_fkey foreign key (org_id, lead_id) references lead (org_id, id) on delete cascade,
  constraint lead_work_next_step check ((next_step is null) = (next_step_on is null))
);

insert into lead_work (org_id, lead_id, status, created_at) select org_id, id, status, created_at from lead;

create index lead_work_org_id_responsible_status_created_at_lead_id_idx
  on lead_work (org_id, responsible, status, created_at, lead_id);
create index lead_work_step_idx on lead_work (org_id, status, next_step_on, created_at, lead_id);
create index lead_work_own_step_idx on lead_work (org_id, responsible, status, next_step_on, created_at, lead_id);

alter table lead_work enable row level security;
create policy tenant_select on lead_work for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on lead_work for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on lead_work for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on lead_work for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- Adds the row of each new lead, and follows its status. As the owner, because an affiliate submits leads but may not write here.
create function app.lead_work() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  work text := app.beside(TG_TABLE_NAME, TG_ARGV[0], 'lead_work');
begin
  if TG_OP = 'INSERT' then
    execute pg_catalog.format(
      $q$ insert into %s (org_id, lead_id, status, created_at)
          select org_id, id, status, created_at from new_rows on conflict do nothing $q$, work);
  else
    execute pg_catalog.format(
      $q$ update %s w set status = n.status, created_at = n.created_at
          from new_rows n join old_rows o on o.org_id = n.org_id and o.id = n.id
          where w.org_id = n.org_id and w.lead_id = n.id
            and (n.status, n.created_at) is distinct from (o.status, o.created_at) $q$, work);
  end if;
  return null;
end
$$;
create trigger lead_work_insert after insert on lead
  referencing new table as new_rows for each statement execute function app.lead_work('lead');
create trigger lead_work_update after update on lead
  referencing new table as new_rows old table as old_rows for each statement execute function app.lead_work('lead');
revoke all on function app.lead_work() from public;

-- Open pages show what changes. An affiliate never learns of it. A new or deleted lead is announced itself.
create trigger announce_update after update on lead_work referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('lead_work');

-- A next step that was done is an entry of the conversation that only staff read: its day; null for a note.
alter table lead_note add column step_on date;
