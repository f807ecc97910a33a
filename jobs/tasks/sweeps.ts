import type pg from "pg";
import { DAYS_BETWEEN_FULL_RUNS } from "~/domain/commissions/generation";
import { openLeadStatuses } from "~/domain/leads/lead";
import { addDays, DAY_MS, todayIn } from "~/domain/shared/dates";
import { expireDocuments } from "~/platform/db/expire-documents.server";
import { deleteExpiredDocuments } from "~/platform/db/keep-documents.server";
import { dueRetention } from "~/platform/db/retention.server";
import { TRIAL_REMINDER_DAYS } from "~/domain/subscriptions/notify-billing.server";
import { KEPT_DAYS as IMPORT_DAYS } from "~/domain/imports/import-run";
import { KEPT_DAYS } from "~/domain/webhooks/delivery";
import type { Handler } from "../define-task";

/** Organizations that one statement of a sweep queues jobs for. */
const ORGANIZATIONS_AT_ONCE = 500;

/** Rows that one statement deletes. */
const ROWS_AT_ONCE = 1_000;

/**
 * Queues one job for each organization that may miss payments. Either a deal or its payments changed after the deal's
 * last check, or a week has passed since all recurring deals were checked. Reads no deals. If one job fails, the others
 * still run (COM-04).
 */
export const commissionsSweep: Handler<"commissions.sweep"> = async (_payload, { ownerPool, database }) => {
  const since = new Date(database.now().getTime() - DAYS_BETWEEN_FULL_RUNS * DAY_MS);
  for (let after: string | null = null; ;) {
    // Materialized, or a distributed database would call add_job on its workers, where the queue is not.
    const { rows }: pg.QueryResult<{ org_id: string }> = await ownerPool.query(
      `with due as materialized (
         select org_id from public.organization o
         where ($1::uuid is null or org_id > $1) and (
           exists (select from public.unchecked_deal u where u.org_id = o.org_id)
           or exists (
             select from public.aggregate a
             where a.org_id = o.org_id and a.affiliate_id is null and a.kind = 'recurring')
           and not exists (
             select from public.generation_run r where r.org_id = o.org_id and r.is_full and r.started_at > $2))
         order by org_id limit $3)
       select org_id, graphile_worker.add_job(
         'commissions.generate', json_build_object('org_id', org_id), job_key => org_id || ':commissions.generate',
         flags => array['org:' || org_id])
       from due order by org_id`,
      [after, since, ORGANIZATIONS_AT_ONCE],
    );
    if (rows.length < ORGANIZATIONS_AT_ONCE) return;
    after = rows.at(-1)!.org_id;
  }
};

/**
 * Merges the rows that changes have added to `aggregate`, so that each key has one row and reading stays fast. Each
 * organization has its own transactions with a limited number of keys, which one shard of a cluster executes.
 */
export const aggregatesFold: Handler<"aggregates.fold"> = async (_payload, { ownerPool }) => {
  const { rows } = await ownerPool.query<{ org_id: string }>(
    "select org_id from public.aggregate where not folded group by org_id order by org_id",
  );
  for (const { org_id } of rows) {
    let merged: number;
    do {
      const result = await ownerPool.query<{ merged: number }>("select app.fold_aggregates_of($1, $2) as merged", [
        org_id,
        ROWS_AT_ONCE,
      ]);
      merged = result.rows[0]!.merged;
    } while (merged === ROWS_AT_ONCE);
  }
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

/** Queues one job for each organization that has approved a payout run. Statements are due until the end of a month. */
export const payoutSweep: Handler<"payout.sweep"> = async (_payload, { ownerPool }) => {
  // Materialized, or a distributed database would call add_job on its workers, where the queue is not.
  await ownerPool.query(`
    with paying as materialized (select distinct org_id from public.payout_run where approved_at is not null)
    select graphile_worker.add_job(
      'payout.statements', json_build_object('org_id', org_id), job_key => org_id || ':payout.statements',
      flags => array['org:' || org_id])
    from paying`);
};

/** Hours of the organization's time zone in which members are reminded; the later ones make up for missed runs. */
const MORNING = { from: 7, until: 9 };

/** Queues one job for each organization where it is morning and somebody's next step is due (WORK-07). */
export const leadsSweep: Handler<"leads.sweep"> = async (_payload, { ownerPool, database }) => {
  for (let after: string | null = null; ;) {
    // Materialized, or a distributed database would call add_job on its workers, where the queue is not.
    const { rows }: pg.QueryResult<{ org_id: string }> = await ownerPool.query(
      `with due as materialized (
         select org_id from public.organization o
         where ($1::uuid is null or org_id > $1)
           and extract(hour from $2::timestamptz at time zone o.time_zone) between $3 and $4
           and exists (
             select from public.lead_work w
             where w.org_id = o.org_id and w.status = any($5::text[])
               and w.next_step_on <= ($2::timestamptz at time zone o.time_zone)::date and w.responsible is not null)
         order by org_id limit $6)
       select org_id, graphile_worker.add_job(
         'leads.remind', json_build_object('org_id', org_id), job_key => org_id || ':leads.remind',
         flags => array['org:' || org_id])
       from due order by org_id`,
      [after, database.now(), MORNING.from, MORNING.until, openLeadStatuses, ORGANIZATIONS_AT_ONCE],
    );
    if (rows.length < ORGANIZATIONS_AT_ONCE) return;
    after = rows.at(-1)!.org_id;
  }
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
 * Deletes expired rate limits, ended sessions, links a month after their end (until then a used link is still reported
 * as used), notifications read three months ago, files imported a week ago, the keys of repeated API requests and saved
 * views that were deleted a day ago.
 */
export const identityPrune: Handler<"identity.prune"> = async (_payload, { ownerPool }) => {
  await ownerPool.query("delete from public.rate_limit where expire < extract(epoch from now()) * 1000");
  await ownerPool.query("delete from public.session where expires_at < now()");
  await ownerPool.query("delete from public.one_time_token where expires_at < now() - interval '30 days'");
  await ownerPool.query("delete from public.sign_up where expires_at < now() - interval '30 days'");
  await ownerPool.query("delete from public.security_notice where created_at < now() - interval '90 days'");
  await ownerPool.query(
    "delete from public.authenticator_app where confirmed_at is null and created_at < now() - interval '1 day'",
  );
  await deleteOld(ownerPool, { table: "notification", key: "id", old: "t.read_at < now() - interval '90 days'" });
  await deleteOld(ownerPool, {
    table: "import_run",
    key: "id",
    old: `t.created_at < now() - interval '${IMPORT_DAYS} days'`,
  });
  await deleteOld(ownerPool, {
    table: "api_request",
    key: "api_key_id, key_hash",
    old: "t.created_at < now() - interval '1 day'",
  });
  await deleteOld(ownerPool, { table: "saved_view", key: "id", old: "t.deleted_at < now() - interval '1 day'" });
};

/** Deletes old deliveries with their attempts. A delivery that is still tried stays. */
export const webhookPrune: Handler<"webhook.prune"> = async (_payload, { ownerPool }) => {
  const old = `t.created_at < now() - interval '${KEPT_DAYS} days' and t.status <> 'pending'`;
  await deleteOld(ownerPool, { table: "webhook_delivery", key: "id", old });
};

/** Deletes documents after the day until which the law keeps them, also of deleted organizations (PAY-16). */
export const documentPrune: Handler<"document.prune"> = async (_payload, { ownerPool, database, log }) => {
  const now = database.now();
  const today = todayIn("UTC", now);
  const kept = await deleteExpiredDocuments(ownerPool, today);
  // A day later, because the day ends later in some time zones than in UTC.
  const documents = await expireDocuments(ownerPool, addDays(today, -1), now);
  if (kept + documents > 0) log.info({ kept, documents }, "documents whose time was over were deleted");
};

interface OldRows {
  table: string;
  /** Key columns beside the organization. */
  key: string;
  /** SQL condition. */
  old: string;
}

/**
 * Deletes old rows, some at a time: one statement for all would hold locks for long, and lose its work when it is
 * stopped. Each statement names its organization, so on a cluster it goes to one shard.
 */
async function deleteOld(ownerPool: pg.Pool, { table, key, old }: OldRows): Promise<void> {
  for (let after: string | null = null; ;) {
    const { rows }: pg.QueryResult<{ org_id: string }> = await ownerPool.query(
      `select org_id from public.organization o
       where ($1::uuid is null or org_id > $1) and exists (
         select from public.${table} t where t.org_id = o.org_id and ${old})
       order by org_id limit $2`,
      [after, ORGANIZATIONS_AT_ONCE],
    );
    for (const { org_id } of rows) await deleteOldOf(ownerPool, org_id, { table, key, old });
    if (rows.length < ORGANIZATIONS_AT_ONCE) return;
    after = rows.at(-1)!.org_id;
  }
}

async function deleteOldOf(ownerPool: pg.Pool, orgId: string, { table, key, old }: OldRows): Promise<void> {
  let deleted: number | null;
  do {
    ({ rowCount: deleted } = await ownerPool.query(
      `delete from public.${table} where org_id = $1 and (${key}) in (
         select ${key} from public.${table} t where org_id = $1 and ${old} limit $2)`,
      [orgId, ROWS_AT_ONCE],
    ));
  } while (deleted === ROWS_AT_ONCE);
}
