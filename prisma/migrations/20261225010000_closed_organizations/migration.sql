-- An owner closes an organization (WORK-13). Nobody works in it any more, and it is deleted 30 days later, as a paused one is.
alter table organization add column closed_at timestamptz(3);

alter table deleted_organization drop constraint deleted_organization_reason;
alter table deleted_organization add constraint deleted_organization_reason check (reason in ('retention', 'closed'));

-- Postpones the waiting jobs of these kinds, because a closed organization sends nothing. They run if it is opened again.
create function app.hold_organization_jobs(job_names text[], held_until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  org text := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid::text;
begin
  if org is null then
    raise exception 'hold_organization_jobs needs the organization of a transaction';
  end if;
  perform app.commit_together();
  perform graphile_worker.reschedule_jobs(array(
    select job.id from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where job.payload ->> 'org_id' = org and task.identifier = any (job_names) and job.is_available
      and job.run_at < held_until
    for update of job skip locked), run_at => held_until);
end
$$;

-- Runs the jobs that were postponed until this time.
create function app.release_organization_jobs(held_until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  org text := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid::text;
begin
  if org is null then
    raise exception 'release_organization_jobs needs the organization of a transaction';
  end if;
  perform app.commit_together();
  perform graphile_worker.reschedule_jobs(array(
    select job.id from graphile_worker._private_jobs job
    where job.payload ->> 'org_id' = org and job.is_available and job.run_at = held_until
    for update skip locked), run_at => pg_catalog.now());
end
$$;

-- Whether the data of the transaction's organization are being deleted, which nobody can stop any more.
create function app.deletion_begun() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.deleted_organization
    where id = nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid)
$$;

revoke all on function app.hold_organization_jobs(text[], timestamptz), app.release_organization_jobs(timestamptz),
  app.deletion_begun() from public;
