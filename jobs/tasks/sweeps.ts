import { dueRetention } from "~/platform/db/retention.server";
import { TRIAL_REMINDER_DAYS } from "~/domain/subscriptions/notify-billing.server";
import { KEPT_DAYS as IMPORT_DAYS } from "~/domain/imports/import-run";
import { KEPT_DAYS } from "~/domain/webhooks/delivery";
import type { Handler } from "../define-task";

/** Queues one job for each organization with recurring deals. If one fails, the others still run (COM-04). */
export const commissionsSweep: Handler<"commissions.sweep"> = async (_payload, { ownerPool }) => {
  // Materialized, or a distributed database would call add_job on its workers, where the queue is not.
  await ownerPool.query(`
    with due as materialized (
      select org_id from public.organization o where exists (
        select from public.aggregate a
        where a.org_id = o.org_id and a.affiliate_id is null and a.kind = 'recurring'))
    select graphile_worker.add_job(
      'commissions.generate', json_build_object('org_id', org_id), job_key => org_id || ':commissions.generate',
      flags => array['org:' || org_id])
    from due`);
};

/** Queues one job for each organization for which something is due. If one fails, the others still run. */
export const retentionSweep: Handler<"retention.sweep"> = async (_payload, { ownerPool, database }) => {
  for (const { orgId } of await dueRetention(ownerPool, database.now())) {
    await ownerPool.query(
      `select graphile_worker.add_job('retention.check', json_build_object('org_id', $1::text),
         job_key => $1 || ':retention.check', flags => array['org:' || $1])`,
      [orgId],
    );
  }
};

/**
 * Queues one job for each organization with a Stripe customer, so that a change without an event is found within a
 * day. The jobs are spread over an hour, so that Stripe does not get all requests together.
 */
export const subscriptionSweep: Handler<"subscription.sweep"> = async (_payload, { ownerPool }) => {
  await ownerPool.query(`
    select graphile_worker.add_job(
      'subscription.check', json_build_object('org_id', org_id), job_key => org_id || ':subscription.check',
      run_at => now() + random() * interval '1 hour', flags => array['org:' || org_id])
    from public.stripe_customer where deleted_at is null`);
  await ownerPool.query("delete from public.stripe_event where created_at < now() - interval '90 days'");
};

/** Queues one job for each organization whose trial ends soon or has just ended. */
export const trialSweep: Handler<"trial.sweep"> = async (_payload, { ownerPool }) => {
  // Materialized, or a distributed database would call add_job on its workers, where the queue is not.
  await ownerPool.query(
    `with due as materialized (
       select org_id from public.organization
       where subscription_status is null
         and trial_ends_at between now() - interval '3 days' and now() + make_interval(days => $1))
     select graphile_worker.add_job(
       'trial.tell', json_build_object('org_id', org_id), job_key => org_id || ':trial.tell',
       flags => array['org:' || org_id])
     from due`,
    [TRIAL_REMINDER_DAYS],
  );
};

/**
 * Deletes counts of attempts whose time is over, ended sessions, links a month after their end (until then a used link
 * is still reported as used), notices that were read three months ago, files that were imported a week ago, and what
 * tells repeated requests of the API a day ago.
 */
export const identityPrune: Handler<"identity.prune"> = async (_payload, { ownerPool }) => {
  await ownerPool.query("delete from public.rate_limit where expire < extract(epoch from now()) * 1000");
  await ownerPool.query("delete from public.session where expires_at < now()");
  await ownerPool.query("delete from public.one_time_token where expires_at < now() - interval '30 days'");
  await ownerPool.query("delete from public.notification where read_at < now() - interval '90 days'");
  await ownerPool.query("delete from public.sign_up where expires_at < now() - interval '30 days'");
  await ownerPool.query("delete from public.security_notice where created_at < now() - interval '90 days'");
  await ownerPool.query("delete from public.import_run where created_at < now() - make_interval(days => $1)", [
    IMPORT_DAYS,
  ]);
  await ownerPool.query("delete from public.api_request where created_at < now() - interval '1 day'");
  await ownerPool.query(
    "delete from public.authenticator_app where confirmed_at is null and created_at < now() - interval '1 day'",
  );
};

/** How many deliveries one statement deletes, each with up to ten attempts and their answers. */
const AT_ONCE = 1_000;

/**
 * Deletes old deliveries with their attempts, some at a time: one statement for all would hold locks for long, and undo
 * its work when it is stopped. One that is still tried stays.
 */
export const webhookPrune: Handler<"webhook.prune"> = async (_payload, { ownerPool }) => {
  const old = "created_at < now() - make_interval(days => $1) and status <> 'pending'";
  // Organization by organization: on a cluster each statement goes to one shard.
  const { rows } = await ownerPool.query<{ org_id: string }>(
    `select distinct org_id from public.webhook_delivery where ${old}`,
    [KEPT_DAYS],
  );
  for (const { org_id } of rows) {
    let deleted: number | null;
    do {
      ({ rowCount: deleted } = await ownerPool.query(
        `delete from public.webhook_delivery where org_id = $2 and id in (
           select id from public.webhook_delivery where org_id = $2 and ${old} order by created_at limit $3)`,
        [KEPT_DAYS, org_id, AT_ONCE],
      ));
    } while (deleted === AT_ONCE);
  }
};
