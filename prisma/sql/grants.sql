-- What the runtime role may do. Applied after the migrations, again at every start: the first lines take everything
-- back, so this file is the whole truth. :runtime is the role's quoted name; the lists of jobs are those of
-- app/platform/jobs/catalogue.ts.

revoke all on all tables in schema public from :runtime;
revoke all on all functions in schema app from :runtime;
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

grant usage on schema public, app to :runtime;

-- Global tables: people and how they sign in.
grant select, insert, update on app_user to :runtime;
grant select, insert, update, delete on session to :runtime;
grant select, insert, update on one_time_token, sign_up to :runtime;

-- Tables of an organisation; row security decides which rows.
grant select, insert, update on organization to :runtime;
grant select, insert, update, delete on org_member, affiliate, affiliate_term, lead, notification to :runtime;
grant select, insert, update on deal to :runtime;
grant select, insert, update, delete on commission_payment to :runtime;
grant select, insert, update, delete on webhook_endpoint to :runtime;
grant select, insert, update on webhook_delivery to :runtime;
grant select, insert on audit_log to :runtime;
-- Written by triggers only.
grant select on tally to :runtime;

grant execute on function
  app.memberships(uuid),
  app.affiliations(uuid),
  app.enqueue(text, jsonb, text, timestamptz, int),
  app.enqueue_identity(text, jsonb, text),
  app.matching_leads(text[], text[], uuid, int),
  app.matching_deals(text[], uuid, int),
  app.applied_migrations(),
  app.queue_ready()
to :runtime;
-- What generated columns are made with.
grant execute on function app.plain(text) to :runtime;
