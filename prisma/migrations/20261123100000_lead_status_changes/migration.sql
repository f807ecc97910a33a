-- Every change of a lead's status: when, by whom and, when it was lost, why. Rows are only added.
create table lead_status_change (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  lead_id uuid not null,
  affiliate_id uuid,
  from_status text not null,
  to_status text not null,
  reason text,
  actor text not null,
  batch_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  constraint lead_status_change_pkey primary key (org_id, id),
  constraint lead_status_change_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint lead_status_change_org_id_lead_id_fkey foreign key (org_id, lead_id) references lead (org_id, id)
    on delete cascade,
  constraint lead_status_change_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id)
    references affiliate (org_id, id) on delete restrict,
  constraint lead_status_change_statuses check (
    from_status in ('new', 'qualified', 'contacted', 'converted', 'lost')
    and to_status in ('new', 'qualified', 'contacted', 'converted', 'lost')
    and from_status <> to_status),
  constraint lead_status_change_reason check (reason is null or to_status = 'lost')
);
create index lead_status_change_org_id_lead_id_created_at_idx on lead_status_change (org_id, lead_id, created_at);
create index lead_status_change_org_id_affiliate_id_idx on lead_status_change (org_id, affiliate_id);
create index lead_status_change_org_id_to_status_created_at_idx
  on lead_status_change (org_id, to_status, created_at, lead_id);
create index lead_status_change_org_id_batch_id_idx on lead_status_change (org_id, batch_id);

-- The changes tell when a lead was qualified.
alter table lead drop column qualified_at;

alter table lead_status_change enable row level security;
create policy tenant_select on lead_status_change for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on lead_status_change for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on lead_status_change for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on lead_status_change for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- The changes go with their lead to another affiliate: whose lead it was does not see them any more. In the database, so
-- that no use case can forget it.
create function app.lead_status_change_affiliate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if TG_TABLE_NAME = TG_ARGV[0] then
    update public.lead_status_change set affiliate_id = new.affiliate_id
    where org_id = new.org_id and lead_id = new.id;
  else
    execute pg_catalog.format('update %s set affiliate_id = $3 where org_id = $1 and lead_id = $2',
      app.beside(TG_TABLE_NAME, TG_ARGV[0], 'lead_status_change'))
      using new.org_id, new.id, new.affiliate_id;
  end if;
  return null;
end
$$;
create trigger lead_status_change_affiliate after update of affiliate_id on lead
  for each row when (old.affiliate_id is distinct from new.affiliate_id)
  execute function app.lead_status_change_affiliate('lead');
revoke all on function app.lead_status_change_affiliate() from public;
