-- Only jobs of the catalogue can be queued. prisma/sql/grants.sql, which is applied after the migrations, names them.
create function app.is_job(job text, of_organization boolean) returns boolean
language sql immutable set search_path = '' as $$ select true $$;
revoke all on function app.is_job(text, boolean) from public;

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

create or replace function app.enqueue_identity(job text, payload jsonb, job_key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_job(job, false) is not true then
    raise exception 'job % needs an organisation', job;
  end if;
  -- The prefix keeps an organisation's job from being replaced by one of the same key.
  perform graphile_worker.add_job(job, (payload - 'org_id')::json, job_key => 'identity:' || job_key);
end
$$;
