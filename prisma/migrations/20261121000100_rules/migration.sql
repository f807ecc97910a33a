-- What Prisma's schema language cannot say: value rules, one active term, row security, and the few functions that
-- work before an organisation is known. Nothing here is newer than Postgres 15.

-- ---------------------------------------------------------------- value rules

alter table app_user add constraint app_user_email_lower check (email = lower(email));
alter table session add constraint session_door check (door in ('staff', 'affiliate'));
alter table one_time_token
  add constraint one_time_token_purpose check (purpose in ('confirm', 'reset', 'invite', 'sign-in'));
alter table org_member add constraint org_member_role check (role in ('owner', 'member'));
alter table affiliate
  add constraint affiliate_status check (status in ('invited', 'active', 'inactive')),
  add constraint affiliate_email_lower check (email = lower(email));
alter table affiliate_term
  add constraint affiliate_term_status check (status in ('active', 'inactive')),
  add constraint affiliate_term_cadence check (cadence in ('ad-hoc', 'monthly', 'quarterly', 'yearly')),
  add constraint affiliate_term_rev_share check (rev_share_bp between 0 and 10000),
  add constraint affiliate_term_fixed_amount check (fixed_amount > 0),
  add constraint affiliate_term_has_rule check (rev_share_bp is not null or fixed_amount is not null);
alter table lead
  add constraint lead_status check (status in ('new', 'qualified', 'contacted', 'converted', 'lost'));
alter table deal
  add constraint deal_type check (deal_type in ('one-time', 'recurring')),
  add constraint deal_amounts check (amount >= 0 and commission_amount >= 0 and mrr >= 0),
  add constraint deal_recurring check (
    deal_type = 'one-time'
    or (mrr is not null and contract_duration_months > 0 and contract_start_date is not null
        and contract_end_date is not null)
  ),
  add constraint deal_paid_has_date check (commission_paid = (payment_date is not null)),
  -- The commission of a recurring deal is paid month by month (commission_payment), never at once.
  add constraint deal_paid_one_time check (not commission_paid or deal_type = 'one-time');
alter table commission_payment
  add constraint commission_payment_status check (status in ('pending', 'paid')),
  add constraint commission_payment_amount check (amount >= 0),
  add constraint commission_payment_paid_has_date check ((status = 'paid') = (paid_date is not null));
alter table notification add constraint notification_type check (type in ('deal_created', 'commission_paid'));
alter table webhook_endpoint
  add constraint webhook_endpoint_event check (event in ('deal.created', 'lead.created', 'both'));
alter table webhook_delivery
  add constraint webhook_delivery_event check (event in ('deal.created', 'lead.created')),
  add constraint webhook_delivery_status check (status in ('pending', 'delivered', 'failed'));

-- However many saves run at once, an affiliate has one active term.
create unique index affiliate_term_one_active on affiliate_term (org_id, affiliate_id) where status = 'active';

-- ---------------------------------------------------------------- row security
-- `tenant` isolates. The restrictive policies narrow a transaction in which app.affiliate_id is set (the portal) to
-- that affiliate's own rows. The expressions are plain on purpose: Citus refuses a sub-select in the policy of a
-- distributed table, and nullif is needed because the setting is '' once a connection has used it.

alter table organization enable row level security;
create policy tenant on organization
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_no_insert on organization as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on organization as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on organization as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table org_member enable row level security;
create policy tenant on org_member
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_reads_none on org_member as restrictive for select
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_insert on org_member as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on org_member as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on org_member as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table affiliate enable row level security;
create policy tenant on affiliate
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_own on affiliate as restrictive
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or id = nullif(current_setting('app.affiliate_id', true), '')::uuid)
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy affiliate_no_insert on affiliate as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on affiliate as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on affiliate as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table affiliate_term enable row level security;
create policy tenant on affiliate_term
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_own on affiliate_term as restrictive
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid)
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy affiliate_no_insert on affiliate_term as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on affiliate_term as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on affiliate_term as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table lead enable row level security;
create policy tenant on lead
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_own on lead as restrictive
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid)
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy affiliate_no_update on lead as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on lead as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table deal enable row level security;
create policy tenant on deal
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_own on deal as restrictive
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid)
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy affiliate_no_insert on deal as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on deal as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on deal as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table commission_payment enable row level security;
create policy tenant on commission_payment
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_own on commission_payment as restrictive
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid)
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy affiliate_no_insert on commission_payment as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on commission_payment as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on commission_payment as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table notification enable row level security;
create policy tenant on notification
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_own on notification as restrictive
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid)
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null or affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy affiliate_no_insert on notification as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on notification as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table webhook_endpoint enable row level security;
create policy tenant on webhook_endpoint
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_reads_none on webhook_endpoint as restrictive for select
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_insert on webhook_endpoint as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on webhook_endpoint as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on webhook_endpoint as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table webhook_delivery enable row level security;
create policy tenant on webhook_delivery
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_reads_none on webhook_delivery as restrictive for select
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_insert on webhook_delivery as restrictive for insert
  with check (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on webhook_delivery as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on webhook_delivery as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table audit_log enable row level security;
create policy tenant on audit_log
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy affiliate_reads_none on audit_log as restrictive for select
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_update on audit_log as restrictive for update
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy affiliate_no_delete on audit_log as restrictive for delete
  using (nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- ---------------------------------------------------------------- functions
-- SECURITY DEFINER with an empty search path: they run as the owner, see past row security, and therefore return ids
-- only, or refuse.

create schema app;

-- The organisations a user works for.
create function app.memberships(for_user uuid) returns table (org_id uuid, role text)
language sql stable security definer set search_path = '' as $$
  select m.org_id, m.role from public.org_member m where m.user_id = for_user order by m.created_at, m.org_id
$$;

-- The organisations a user is an affiliate of.
create function app.affiliations(for_user uuid) returns table (org_id uuid, affiliate_id uuid)
language sql stable security definer set search_path = '' as $$
  select a.org_id, a.id from public.affiliate a where a.user_id = for_user order by a.created_at, a.org_id
$$;

-- Queues a job for the organisation of the transaction: a job for another one cannot be written, whatever the caller
-- puts into the payload.
create function app.enqueue(job text, payload jsonb, job_key text, run_at timestamptz, max_attempts int) returns void
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
    job_key => case when job_key is null then null else org::text || ':' || job_key end
  );
end
$$;

-- Queues one of the jobs that belong to a person rather than to an organisation.
create function app.enqueue_identity(job text, payload jsonb, job_key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if job not in ('mail.link') then
    raise exception 'job % needs an organisation', job;
  end if;
  -- The prefix keeps an organisation's job from being replaced by one of the same key.
  perform graphile_worker.add_job(job, (payload - 'org_id')::json, job_key => 'identity:' || job_key);
end
$$;

-- What /readyz asks: the migrations that are in, and whether the job queue's tables exist.
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
revoke all on all functions in schema app from public;
