-- The rights of the runtime role, applied after the migrations and at every start. The first lines revoke everything, so
-- this file is complete. :runtime is the role's quoted name; the lists of jobs and events come from their catalogs.

-- Only the app's tables: an extension may have created views of its administrator here.
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

-- Row-level security does not protect temporary tables.
do $$
begin
  execute format('revoke temporary on database %I from public, :runtime', current_database());
end
$$;

create or replace function app.is_job(job text, of_organization boolean) returns boolean
language sql immutable set search_path = '' as $$
  select job = any (case when of_organization then :organization_jobs else :identity_jobs end)
$$;

-- Used by the constraints of webhook_endpoint and webhook_delivery.
create or replace function app.are_webhook_events(names text[]) returns boolean
language sql immutable set search_path = '' as $$
  select names <@ :webhook_events
$$;

grant usage on schema public, app to :runtime;

-- Global tables: users and how they sign in. Row-level security denies access inside an organization's transaction.
grant insert, update on app_user, sign_up to :runtime;
-- All columns except the password hashes, which functions return one at a time (docs/security.md).
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
-- Without an organization, and inaccessible inside one. stripe_customer is only accessible through functions.
grant select, insert, update on stripe_event to :runtime;
grant select, insert, update on stripe_simulation to :runtime;

-- Tables of an organization; row-level security selects the rows.
grant select, insert, update on organization to :runtime;
-- A policy lets only affiliates be deleted whose membership row the same transaction has deleted (app.end_affiliation).
grant select, insert, update, delete on affiliate, affiliate_term, lead, notification to :runtime;
-- A version of the standard terms stays, also when none applies any more.
grant select, insert, update on standard_term to :runtime;
grant select, insert, update on deal to :runtime;
grant select, insert, update, delete on commission_payment to :runtime;
-- A claim is deleted with its cause; only the payout that settles it is added later.
grant select, insert, update, delete on commission_claim to :runtime;
-- A settlement is taken back as a whole, with its parts.
grant select, insert, delete on claim_settlement to :runtime;
grant select, insert on claim_settlement_part to :runtime;
grant select, insert, update, delete on payee_profile, payee_tax_status, payee_account to :runtime;
-- Only drafts are deleted.
grant select, insert, update, delete on payout to :runtime;
grant select, insert, update on payout_run, number_counter to :runtime;
-- Nothing is lost: each invoice stays, also one that was refused.
grant select, insert, update on payout_invoice to :runtime;
-- A bank file never changes.
grant select, insert on bank_file to :runtime;
-- The law asks to keep issued documents as they are, for years.
grant select, insert on document, document_file to :runtime;
grant select, insert, update on objection to :runtime;
-- A change is a new row.
grant select, insert on payer_profile, payer_account, payer_setting, datev_setting to :runtime;
-- Only the affiliate inserts and updates, and only staff delete: see its policies.
grant select, insert, update, delete on self_billing_agreement to :runtime;
-- Evidence, so no row is changed. Erasing an affiliate removes it.
grant select, insert, delete on vat_check to :runtime;
grant select, insert, update, delete on webhook_endpoint to :runtime;
grant select, insert, update, delete on import_run, import_row, api_request to :runtime;
grant select, insert, update, delete on file to :runtime;
-- Bytes are never changed.
grant select, insert, delete on file_piece to :runtime;
grant select, insert, update on webhook_delivery, mail_choice, member_invitation, deletion_warning, api_key,
  generation_run to :runtime;
grant select, insert, update on stranger_mail to :runtime;
grant select, insert on audit_log to :runtime;
grant select, insert, update, delete on lead_note, lead_message, saved_view, default_view, own_field, lead_own_value, deal_own_value to :runtime;
-- Only triggers insert its rows, and deleting the lead deletes them.
grant select, update on lead_work to :runtime;
grant select, insert on lead_status_change, webhook_attempt to :runtime;
grant select, insert, update, delete on deleted_lead, merged_lead to :runtime;
grant select, insert, update, delete on merged_affiliate to :runtime;
-- Only triggers insert rows; a lock needs the right to update.
grant select, update, delete on unchecked_deal to :runtime;
-- Only triggers write it.
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
  app.enqueue_all(text, jsonb, timestamptz, int),
  app.enqueue_identity(text, jsonb, text),
  app.hold_jobs(text[], int),
  app.hold_organization_jobs(text[], timestamptz),
  app.release_organization_jobs(timestamptz),
  app.deletion_begun(),
  app.end_jobs(text[]),
  app.matching_leads(text[], jsonb, text[], uuid, int),
  app.matching_deals(text[], jsonb, uuid, int),
  app.matching_receipts(text[], int),
  app.matching_deliveries(text[], int),
  app.stripe_customer(),
  app.keep_stripe_customer(text),
  app.forget_stripe_customer(text),
  app.organization_of_customer(text),
  app.applied_migrations(),
  app.queue_ready(),
  app.web_process_alive(text, boolean)
to :runtime;
-- Used by generated columns and constraints.
grant execute on function app.plain(text), app.own_keys(jsonb), app.own_search(jsonb), app.are_webhook_events(text[])
  to :runtime;
-- They have no rights of their own, and set a value that the policies of app_user and of affiliate read.
grant execute on function app.open_person(text), app.end_affiliation(uuid), app.restore_leads(uuid[]) to :runtime;
