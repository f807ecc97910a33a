-- Rows and their jobs are committed together on a cluster too. The job queue is on the coordinator and the rows are on a worker. Citus
-- commits in two phases, so that a crash cannot separate them, only if it knows that both have changed. It does not know the tables of
-- the queue, because Graphile Worker creates and changes them. So every function that changes the queue also writes to a table that Citus
-- knows. Without Citus this is a statement over an empty table, once in a transaction.

-- Always empty, because only the statement matters.
create table commit_mark (
  id int not null,
  constraint commit_mark_pkey primary key (id)
);

create function app.commit_together() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Once in a transaction is enough. A rolled-back savepoint also rolls back the setting, so the next call marks again.
  if pg_catalog.current_setting('app.commits_together', true) is distinct from 'on' then
    delete from public.commit_mark;
    perform pg_catalog.set_config('app.commits_together', 'on', true);
  end if;
end
$$;

create or replace function app.enqueue(job text, payload jsonb, job_key text, run_at timestamptz, max_attempts int) returns void
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
  perform app.commit_together();
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
  perform app.commit_together();
  -- The prefix keeps an organization's job from being replaced by one of the same key.
  perform graphile_worker.add_job(job, (payload - 'org_id')::json, job_key => 'identity:' || job_key);
end
$$;

create or replace function app.hold_jobs(job_keys text[], seconds int) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  org text := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid::text;
  held bigint[];
begin
  if org is null then
    raise exception 'hold_jobs needs the organisation of a transaction';
  end if;
  perform app.commit_together();
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

create or replace function app.end_jobs(job_keys text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  org text := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid::text;
begin
  if org is null then
    raise exception 'end_jobs needs the organisation of a transaction';
  end if;
  perform app.commit_together();
  perform graphile_worker.complete_jobs(array(
    select job.id from graphile_worker._private_jobs job
    where job.key = any (array(select org || ':' || ended from pg_catalog.unnest(job_keys) ended))));
end
$$;

revoke all on function app.commit_together() from public;
