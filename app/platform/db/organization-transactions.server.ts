import { todayIn } from "~/domain/shared/dates";
import type { RawSql, TenantDb } from "~/domain/shared/db";
import { DomainError } from "~/domain/shared/errors";
import { isIdentityJob, type JobName } from "~/domain/shared/jobs";
import type { Actor, EnqueueOptions, OrganizationFacts, Scope } from "~/domain/shared/scope";
import { requireActive, requireOpen } from "~/domain/subscriptions/require-active.server";
import { closedUntil, type WhilePaused } from "~/domain/subscriptions/subscription";
import { log } from "~/platform/log.server";
import { beginOf, separateBegin, uuid } from "./begin.server";
import type { Connection } from "./connection.server";
import { fairConnections } from "./fair-connections.server";
import {
  enqueue,
  enqueueAll,
  enqueueIdentity,
  holdJobs,
  isHeld,
  postponeJobs,
  releaseJobs,
  removeJobs,
} from "./queue.server";
import { rawRows, rawSql } from "./raw-sql.server";
import { ofOrganization, withRaw } from "./tenant-db.server";
import { inTransaction, type Transaction } from "./transaction.server";

type Use<T> = (scope: Scope) => Promise<T>;

interface Reading {
  /** Max duration of each statement, if shorter than the transaction. */
  statementMs?: number;
  /** Allows a closed organization: for what its members still see of it. */
  whileClosed?: boolean;
}

/** Opens transactions inside one organization. */
export function organizationTransactions(connection: Connection) {
  const { pool, models, prepares, timeoutMs, ready } = connection;
  const withinShare = fairConnections(connection.connections);

  /**
   * Opens a read-write transaction of one organization for one actor. It rolls back if the organization is paused,
   * unless `whilePaused` names an exception. Throws what `requireActive` and `use` throw.
   */
  async function withOrg<T>(orgId: string, actor: Actor, use: Use<T>, whilePaused?: WhilePaused): Promise<T> {
    return inOrganization(orgId, actor, mayOnlyRead(actor), async (scope) => {
      await requireActive(scope, whilePaused);
      return use(scope);
    });
  }

  /**
   * Opens a read-only transaction. Postgres denies every write, including queued jobs, so paused organizations are
   * allowed. Throws what `use` and, unless a closed organization may be read, `requireOpen` throw.
   */
  async function readOrg<T>(
    orgId: string,
    actor: Actor,
    use: Use<T>,
    { statementMs, whileClosed = false }: Reading = {},
  ): Promise<T> {
    const checked: Use<T> = async (scope) => {
      await requireOpen(scope);
      return use(scope);
    };
    return inOrganization(orgId, actor, true, whileClosed ? use : checked, statementMs);
  }

  async function inOrganization<T>(
    orgId: string,
    actor: Actor,
    onlyReads: boolean,
    use: Use<T>,
    statementMs = timeoutMs,
  ): Promise<T> {
    const rows = { "app.org_id": orgId, "app.affiliate_id": onlyAffiliateOf(actor) };
    const begin = beginOf(rows, statementMs, onlyReads);
    const server = await ready();
    // Read with the BEGIN message, because almost every page needs it and a reader cannot change it. Citus forwards the
    // whole message of a SET to its workers, so there the message must not contain a query.
    const asksFacts = onlyReads && !server.isDistributed;
    const messages = server.isDistributed ? separateBegin(begin) : asksFacts ? `${begin}; ${factsOf(orgId)}` : begin;
    return withinShare(orgId, () =>
      inTransaction(
        pool,
        messages,
        (transaction, begun) => {
          const raw = { ...rawSql(transaction.query, prepares), ...rawRows(transaction.each) };
          const tx = withRaw(models.within(transaction, ofOrganization(orgId)), raw);
          const facts: OrganizationFacts | undefined = asksFacts ? begun.at(-1)?.rows[0] : undefined;
          return use(openScope(connection, { transaction, tx, orgId, actor, facts }));
        },
        timeoutMs,
      ),
    );
  }

  return { withOrg, readOrg };
}

interface Opened {
  transaction: Transaction;
  tx: TenantDb;
  orgId: string;
  actor: Actor;
  facts: OrganizationFacts | undefined;
}

function openScope({ now, seal, bankData }: Connection, { transaction, tx, orgId, actor, facts }: Opened): Scope {
  const moment = now();
  let organization = facts && Promise.resolve(facts);
  const organizationFacts = () => (organization ??= readOrganization(tx, orgId));
  // What somebody who leaves a closed organization causes there waits like what was queued before.
  async function whenOpen(job: JobName, options: EnqueueOptions = {}): Promise<EnqueueOptions> {
    const closedAt = isHeld(job) ? (await organizationFacts()).closedAt : null;
    const until = closedAt && closedUntil(closedAt);
    return until && (!options.runAt || options.runAt < until) ? { ...options, runAt: until } : options;
  }
  return {
    orgId,
    actor,
    db: tx,
    now: moment,
    log,
    seal,
    bankData,
    organization: organizationFacts,
    today: async () => todayIn((await organizationFacts()).timeZone, moment),
    async enqueue(job, payload, options) {
      if (isIdentityJob(job)) return enqueueIdentity(tx, job, payload);
      return enqueue(tx, job, payload, await whenOpen(job, options));
    },
    enqueueAll: async (job, payloads, options) => enqueueAll(tx, job, payloads, await whenOpen(job, options)),
    postponeJobs: (keys, seconds) => postponeJobs(tx, keys, seconds),
    removeJobs: (keys) => removeJobs(tx, keys),
    holdJobs: (until) => holdJobs(tx, until),
    releaseJobs: (until) => releaseJobs(tx, until),
    inSavepoint: inSavepoints(transaction, orgId),
  };
}

/** Runs each part in a savepoint: a failed part is rolled back and logged, and the transaction goes on. */
function inSavepoints(transaction: Transaction, orgId: string): Scope["inSavepoint"] {
  let savepoints = 0;
  return async (what, part) => {
    const savepoint = `part_${++savepoints}`;
    await transaction.query({ text: `savepoint ${savepoint}` });
    try {
      const value = await part();
      await transaction.query({ text: `release savepoint ${savepoint}` });
      return { ok: true, value };
    } catch (error) {
      await transaction.query({ text: `rollback to savepoint ${savepoint}` });
      log.error({ err: error, org_id: orgId }, `${what} failed`);
      return { ok: false };
    }
  };
}

/** Returns the affiliate that limits the actor's rows; null for none. A new kind of actor does not compile here. */
function onlyAffiliateOf(actor: Actor): string | null {
  switch (actor.kind) {
    case "affiliate":
      return actor.affiliateId;
    case "member":
    case "job":
    case "operator":
    case "api_key":
      return null;
    default:
      actor satisfies never;
      throw new TypeError("no access rule for this kind of actor");
  }
}

/** Whether Postgres must deny every write of the actor. */
function mayOnlyRead(actor: Actor): boolean {
  if (actor.kind === "affiliate") return actor.viewedBy !== undefined;
  return actor.kind === "api_key" && actor.access !== "write";
}

async function readOrganization(db: Pick<RawSql, "$queryRaw">, orgId: string): Promise<OrganizationFacts> {
  const [facts] = await db.$queryRaw<OrganizationFacts[]>({ strings: [factsOf(orgId)], values: [] });
  if (!facts) throw new DomainError("organization_gone");
  return facts;
}

/** Returns the query that reads an organization. It has no parameters, so that it can be part of the BEGIN message. */
const factsOf = (orgId: string): string => `
    select name, time_zone as "timeZone", default_currency as "defaultCurrency", trial_ends_at as "trialEndsAt",
           setup_done_at as "setupDoneAt", setup_hidden_at as "setupHiddenAt",
           subscription_status as "subscriptionStatus", subscription_ends_at as "subscriptionEndsAt",
           subscription_cancels as "subscriptionCancels", subscription_interval as "subscriptionInterval",
           subscription_checked_at as "subscriptionCheckedAt", subscriptions_paid as "subscriptionsPaid",
           subscription_unpaid as "subscriptionUnpaid", kept_until as "retainUntil", closed_at as "closedAt", reply_to as "replyTo", mail_budget as "mailBudget", allows_contact as "allowsContact",
           created_at as "createdAt"
    from organization where org_id = '${uuid(orgId)}'`;
