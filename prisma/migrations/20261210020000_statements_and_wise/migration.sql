-- The titles of the organization's template of Wise for batch payments (PAY-11), as a line of CSV; null without one.
alter table payer_setting add column wise_titles text;

-- Affiliates are told of a payout as a whole, of one that the bank returned, and of a statement without one.
alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'deal_ended', 'deal_resumed',
  'commission_paid', 'commission_reversed', 'payout_paid', 'payout_returned', 'statement_issued', 'terms_changed',
  'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined', 'webhook_disabled', 'billing', 'security'));

-- Statements that pay nothing (PAY-07): a payout of 0 in the state `none`. `covers_all`: the run issues them to everybody
-- who is left out because nothing can be paid. A run in the state `none` has only such statements.
alter table payout_run add column covers_all boolean not null default false;
alter table payout_run drop constraint payout_run_state;
alter table payout_run add constraint payout_run_state check (
  state in ('draft', 'approved', 'sent', 'paid', 'void', 'none'));
alter table payout drop constraint payout_state;
alter table payout add constraint payout_state check (state in ('draft', 'open', 'paid', 'returned', 'void', 'none'));
alter table payout drop constraint payout_sum;
alter table payout add constraint payout_sum check (
  gross = net + vat and vat >= 0 and (gross > 0 and state <> 'none' or gross = 0 and net = 0 and state in ('none', 'void')));

-- Queues many jobs of an organization in one statement; see app.enqueue. One call of add_job for each job took most of
-- the time of an action on thousands of commissions.
create function app.enqueue_all(job text, payloads jsonb, run_at timestamptz, max_attempts int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null then
    raise exception 'enqueue_all needs the organization of a transaction';
  end if;
  if app.is_job(job, true) is not true then
    raise exception 'job % is none of an organization', job;
  end if;
  perform app.commit_together();
  perform graphile_worker.add_jobs(array(
    select row(
      job, (payload || pg_catalog.jsonb_build_object('org_id', org))::json, null, run_at, max_attempts::smallint, null,
      null, array['org:' || org::text]
    )::graphile_worker.job_spec
    from pg_catalog.jsonb_array_elements(payloads) payload));
end
$$;
revoke all on function app.enqueue_all(text, jsonb, timestamptz, int) from public;
