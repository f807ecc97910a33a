-- Each job carries its organisation as a flag, by which the worker divides its slots among organisations.

create or replace function app.enqueue(
  job text, payload jsonb, job_key text, run_at timestamptz, max_attempts int
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null then
    raise exception 'enqueue needs the organisation of a transaction';
  end if;
  perform graphile_worker.add_job(
    job,
    (payload || pg_catalog.jsonb_build_object('org_id', org))::json,
    run_at => run_at,
    max_attempts => max_attempts,
    job_key => case when job_key is null then null else org::text || ':' || job_key end,
    flags => array['org:' || org::text]
  );
end
$$;

-- Those that wait already. A database made only to compare schemas has no queue.
do $$
begin
  if pg_catalog.to_regclass('graphile_worker._private_jobs') is not null then
    update graphile_worker._private_jobs
    set flags = jsonb_build_object('org:' || (payload ->> 'org_id'), true)
    where flags is null and payload ->> 'org_id' is not null;
  end if;
end
$$;
