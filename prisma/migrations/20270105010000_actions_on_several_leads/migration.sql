-- The next step that a lead had before an action on several leads (WORK-04), as long as that can be undone. Any later
-- change of the step empties the columns, so an undo restores only what the action has replaced.
alter table lead_work add column step_batch uuid;
alter table lead_work add column earlier_step text;
alter table lead_work add column earlier_step_on date;
create index lead_work_step_batch on lead_work (org_id, step_batch, lead_id) where step_batch is not null;

-- Undoing a deletion of several leads writes the affiliates' messages of all of them again (WORK-11).
drop function app.restore_lead(uuid);
create function app.restore_leads(of_leads uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- SET and not set_config(), because Citus passes only SET on to its workers.
  execute pg_catalog.format('set local app.restored_leads = %L', of_leads);
end
$$;
revoke all on function app.restore_leads(uuid[]) from public;
alter policy tenant_insert on lead_message with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null
      then case when author is null then coalesce(
        lead_id = any (nullif(current_setting('app.restored_leads', true), '')::uuid[]), false) else true end
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid and author is null end);
