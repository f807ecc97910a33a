-- The job queue, which the runtime role reaches through these functions only, and what /readyz asks.

-- Whether a job is in the catalogue. prisma/sql/grants.sql, which is applied after the migrations, names them.
create function app.is_job(job text, of_organization boolean) returns boolean
language sql immutable set search_path = '' as $$ select true $$;

-- Queues a job for the organisation of the transaction: a job for another one cannot be written, whatever the caller
-- puts into the payload. The organisation is a flag too, by which the worker divides its slots among organisations.
create function app.enqueue(job text, payload jsonb, job_key text, run_at timestamptz, max_attempts int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null then
    raise exception 'enqueue needs the organisation of a transaction';
  end if;
  if app.is_job(job, true) is not true then
    raise exception 'job % is none of an organisation', job;
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

-- Queues one of the jobs that belong to a person rather than to an organisation.
create function app.enqueue_identity(job text, payload jsonb, job_key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_job(job, false) is not true then
    raise exception 'job % needs an organisation', job;
  end if;
  -- The prefix keeps an organisation's job from being replaced by one of the same key.
  perform graphile_worker.add_job(job, (payload - 'org_id')::json, job_key => 'identity:' || job_key);
end
$$;

-- The migrations that are in, and whether the job queue's tables exist.
create function app.applied_migrations() returns setof text
language sql stable security definer set search_path = '' as $$
  select m.migration_name::text from public._prisma_migrations m
  where m.finished_at is not null and m.rolled_back_at is null
$$;

create function app.queue_ready() returns boolean
language sql stable security definer set search_path = '' as $$
  select pg_catalog.to_regclass('graphile_worker._private_jobs') is not null
$$;

-- Every function starts out callable by everyone; prisma/sql/grants.sql names who may.
revoke all on function
  app.is_job(text, boolean), app.enqueue(text, jsonb, text, timestamptz, int), app.enqueue_identity(text, jsonb, text),
  app.applied_migrations(), app.queue_ready()
from public;
