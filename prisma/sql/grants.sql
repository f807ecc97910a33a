-- What the runtime role may do. Applied after the migrations, again at every start: the first lines take everything
-- back, so this file is the whole truth. :runtime is the role's quoted name; the lists of jobs and events
-- are those of their catalogs.

-- Of ours alone: an extension may have put views of its administrator here.
do $$
declare
  ours text;
begin
  select string_agg(c.oid::regclass::text, ', ') into ours from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and pg_has_role(c.relowner, 'usage');
  execute 'revoke all on table ' || ours || ' from :runtime';
end
$$;
revoke all on all functions in schema app from public, :runtime;
revoke create on schema public from public;

-- No row security protects temporary tables.
do $$
begin
  execute format('revoke temporary on database %I from public, :runtime', current_database());
end
$$;

create or replace function app.is_job(job text, of_organization boolean) returns boolean
language sql immutable set search_path = '' as $$
  select job = any (case when of_organization then :organization_jobs else :identity_jobs end)
$$;

-- What the constraints of webhook_endpoint and webhook_delivery ask.
create or replace function app.are_webhook_events(names text[]) returns boolean
language sql immutable set search_path = '' as $$
  select names <@ :webhook_events
$$;

grant usage on schema public, app to :runtime;

-- Global tables: people and how they sign in; row security closes them inside an organisation.
grant insert, update on app_user, sign_up to :runtime;
-- All columns but the hashes of passwords, which functions hand out one at a time (docs/security.md).
do $$
declare
  open text;
begin
  for open in
    select format('%s) on %s', string_agg(quote_ident(a.attname), ', '), a.attrelid::regclass) from pg_attribute a
    where a.attrelid in ('public.app_user'::regclass, 'public.sign_up'::regclass)
      and a.attnum > 0 and not a.attisdropped and a.attname <> 'password_hash'
    group by a.attrelid
  loop
    execute 'grant select (' || open || ' to :runtime';
  end loop;
end
$$;
grant select, insert, update, delete on session to :runtime;
grant select, insert, update on one_time_token to :runtime;
grant select, insert, update, delete on authenticator_app, recovery_code, passkey to :runtime;
grant select, insert, update on security_notice to :runtime;
grant select, insert, update, delete on membership to :runtime;
grant select, insert, update on rate_limit to :runtime;
-- Of no organisation, and closed inside one. stripe_customer is reached by functions only.
grant select, insert, update on stripe_event to :runtime;
grant select, insert, update on stripe_simulation to :runtime;

-- Tables of an organisation; row security decides which rows.
grant select, insert, update on organization to :runtime;
-- An affiliate goes with the row of membership, so that no access outlives them.
grant select, insert, update on affiliate to :runtime;
grant select, insert, update, delete on affiliate_term, lead, notification to :runtime;
grant select, insert, update on deal to :runtime;
grant select, insert, update, delete on commission_payment to :runtime;
-- A claim is taken back with its cause, and never changed.
grant select, insert, delete on commission_claim to :runtime;
grant select, insert, update, delete on webhook_endpoint to :runtime;
grant select, insert, update, delete on import_run, import_row, api_request to :runtime;
grant select, insert, update on webhook_delivery, mail_choice, member_invitation, deletion_warning, api_key,
  generation_run to :runtime;
grant select, insert, update on stranger_mail to :runtime;
grant select, insert on audit_log to :runtime;
grant select, insert on lead_status_change, webhook_attempt to :runtime;
-- Rows are made by triggers only; a lock needs the right to update.
grant select, update, delete on unchecked_deal to :runtime;
-- Written by triggers only.
grant select on aggregate to :runtime;

grant execute on function
  app.memberships(uuid),
  app.affiliations(uuid),
  app.requires_factor(uuid),
  app.password_of(uuid),
  app.password_of_sign_up(uuid),
  app.people(uuid[]),
  app.members(),
  app.end_sessions(uuid),
  app.delete_person(uuid),
  app.enqueue(text, jsonb, text, timestamptz, int),
  app.enqueue_identity(text, jsonb, text),
  app.hold_jobs(text[], int),
  app.end_jobs(text[]),
  app.matching_leads(text[], text[], uuid, int),
  app.matching_deals(text[], uuid, int),
  app.stripe_customer(),
  app.keep_stripe_customer(text),
  app.forget_stripe_customer(text),
  app.organization_of_customer(text),
  app.applied_migrations(),
  app.queue_ready()
to :runtime;
-- What generated columns are made with, and what constraints ask.
grant execute on function app.plain(text), app.are_webhook_events(text[]) to :runtime;
-- Only sets what the policies of app_user read.
grant execute on function app.open_person(text) to :runtime;
