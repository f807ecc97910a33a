-- A job may do the work of others that wait for the same: it puts them off, so that nobody else runs them, and ends them when it is
-- done. If its process dies in between, they run by themselves. Both reach jobs of the transaction's organisation only, by the
-- keys they were queued with.

-- Puts off jobs that are due and do not run; returns the keys of those it has found.
create function app.hold_jobs(job_keys text[], seconds int) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  org text := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid::text;
  held bigint[];
begin
  if org is null then
    raise exception 'hold_jobs needs the organisation of a transaction';
  end if;
  held := array(
    select job.id from graphile_worker._private_jobs job
    where job.key = any (array(select org || ':' || wanted from pg_catalog.unnest(job_keys) wanted))
      and job.is_available and job.run_at <= pg_catalog.now()
    for update skip locked);
  return query
    select pg_catalog.substr(job.key, pg_catalog.length(org) + 2)
    from graphile_worker.reschedule_jobs(held, run_at => pg_catalog.now() + pg_catalog.make_interval(secs => seconds)) job;
end
$$;

-- Takes jobs that do not run out of the queue.
create function app.end_jobs(job_keys text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  org text := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid::text;
begin
  if org is null then
    raise exception 'end_jobs needs the organisation of a transaction';
  end if;
  perform graphile_worker.complete_jobs(array(
    select job.id from graphile_worker._private_jobs job
    where job.key = any (array(select org || ':' || ended from pg_catalog.unnest(job_keys) ended))));
end
$$;

revoke all on function app.hold_jobs(text[], int), app.end_jobs(text[]) from public;
