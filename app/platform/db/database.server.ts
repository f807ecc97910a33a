import type pg from "pg";
import { todayIn } from "~/domain/shared/dates";
import type { RawSql, TenantDb } from "~/domain/shared/db";
import { DomainError } from "~/domain/shared/errors";
import { isIdentityJob } from "~/domain/shared/jobs";
import type { Actor, IdentityScope, OrganizationFacts, Scope, StatementScope } from "~/domain/shared/scope";
import { requireActive } from "~/domain/subscriptions/require-active.server";
import type { WhilePaused } from "~/domain/subscriptions/subscription";
import { log } from "~/platform/log.server";
import { createSealer } from "~/platform/seal.server";
import { countAttempts } from "./attempts.server";
import { fairConnections } from "./fair-connections.server";
import { openPool } from "./open-pool.server";
import { throwOutage } from "./outage.server";
import { openModels } from "./prisma-models.server";
import { endJobs, enqueue, enqueueAll, enqueueIdentity, holdJobs } from "./queue.server";
import { rawRows, rawSql } from "./raw-sql.server";
import { assertRuntimeRole, isDistributed } from "./runtime-role.server";
import { ofOrganization, withRaw } from "./tenant-db.server";
import { inTransaction, TIMEOUT_MS, type Transaction } from "./transaction.server";

export interface DatabaseOptions {
  /** Connection string of the runtime role. */
  url: string;
  /** The app secret (SESSION_SECRET). */
  secret: string;
  /** Max connections; default 10. */
  connections?: number;
  /** Max duration of a transaction or of a single statement; default 60 s. */
  timeoutMs?: number;
  /** Returns the current time; tests replace it. */
  now?: () => Date;
}

export type Database = ReturnType<typeof openDatabase>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Opens the app's only way to the database. It connects at the first use and then rejects a role that bypasses
 * row-level security. Every method throws `DatabaseUnavailable` during an outage.
 */
export function openDatabase({
  url,
  secret,
  connections = 10,
  timeoutMs = TIMEOUT_MS,
  now = () => new Date(),
}: DatabaseOptions) {
  const pool = openPool(url, connections);
  const withinShare = fairConnections(connections);
  // The pool closes the connection of a statement that exceeds its time limit.
  const once = (statement: pg.QueryConfig) =>
    pool.query({ ...statement, query_timeout: timeoutMs } as pg.QueryConfig).catch(throwOutage);
  const prepares = !isPoolerWithoutNames(url);
  const models = openModels();
  const { seal } = createSealer(secret);

  let checked: Promise<{ isDistributed: boolean }> | undefined;
  const ready = () =>
    (checked ??= check().catch((error: unknown) => {
      checked = undefined;
      throw error;
    }));

  async function check() {
    const server = { query: (text: string, values: unknown[] = []) => once({ text, values }) };
    await assertRuntimeRole(server);
    return { isDistributed: await isDistributed(server) };
  }

  /**
   * Opens a read-write transaction of one organization for one actor. It rolls back if the organization is paused,
   * unless `whilePaused` names an exception. Throws what `requireActive` and `use` throw.
   */
  async function withOrg<T>(
    orgId: string,
    actor: Actor,
    use: (scope: Scope) => Promise<T>,
    whilePaused?: WhilePaused,
  ): Promise<T> {
    return inOrganization(orgId, actor, mayOnlyRead(actor), async (scope) => {
      await requireActive(scope, whilePaused);
      return use(scope);
    });
  }

  type Use<T> = (scope: Scope) => Promise<T>;

  /**
   * Opens a read-only transaction. Postgres denies every write, including queued jobs, so paused organizations are
   * allowed.
   * @param statementMs max duration of each statement, if shorter than the transaction
   */
  async function readOrg<T>(orgId: string, actor: Actor, use: Use<T>, statementMs?: number): Promise<T> {
    return inOrganization(orgId, actor, true, use, statementMs);
  }

  async function inOrganization<T>(
    orgId: string,
    actor: Actor,
    onlyReads: boolean,
    use: (scope: Scope) => Promise<T>,
    statementMs = timeoutMs,
  ): Promise<T> {
    const rows = { "app.org_id": orgId, "app.affiliate_id": onlyAffiliateOf(actor) };
    const begin = beginOf(rows, statementMs, onlyReads);
    const server = await ready();
    // Read with the BEGIN message, because almost every page needs it and a reader cannot change it. Citus forwards the
    // whole message of a SET to its workers, so there the message must not contain a query.
    const asksFacts = onlyReads && !server.isDistributed;
    return withinShare(orgId, () =>
      inTransaction(
        pool,
        asksFacts ? `${begin}; ${factsOf(orgId)}` : begin,
        (transaction, begun) => {
          const raw = { ...rawSql(transaction.query, prepares), ...rawRows(transaction.each) };
          const tx = withRaw(models.within(transaction, ofOrganization(orgId)), raw);
          const facts: OrganizationFacts | undefined = asksFacts ? begun.at(-1)?.rows[0] : undefined;
          return use(scopeOf(transaction, tx, orgId, actor, facts));
        },
        timeoutMs,
      ),
    );
  }

  function scopeOf(
    transaction: Transaction,
    tx: TenantDb,
    orgId: string,
    actor: Actor,
    facts?: OrganizationFacts,
  ): Scope {
    const moment = now();
    let organization = facts && Promise.resolve(facts);
    const organizationFacts = () => (organization ??= readOrganization(tx, orgId));
    let savepoints = 0;
    return {
      orgId,
      actor,
      db: tx,
      now: moment,
      log,
      seal,
      organization: organizationFacts,
      today: async () => todayIn((await organizationFacts()).timeZone, moment),
      enqueue: (job, payload, options) =>
        isIdentityJob(job) ? enqueueIdentity(tx, job, payload) : enqueue(tx, job, payload, options),
      enqueueAll: (job, payloads, options) => enqueueAll(tx, job, payloads, options),
      holdJobs: (keys, seconds) => holdJobs(tx, keys, seconds),
      endJobs: (keys) => endJobs(tx, keys),
      async attempt(what, part) {
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
      },
    };
  }

  /** Opens a transaction on the global tables, before the organization is known. */
  async function withIdentity<T>(use: (scope: IdentityScope) => Promise<T>): Promise<T> {
    await ready();
    return inTransaction(
      pool,
      beginOf({}, timeoutMs),
      (transaction) => {
        const tx = withRaw(models.within(transaction), rawSql(transaction.query, prepares));
        return use({
          db: tx,
          now: now(),
          log,
          seal,
          enqueue: (job, payload) => enqueueIdentity(tx, job, payload),
          affiliations: (userId) => affiliations(tx, userId),
        });
      },
      timeoutMs,
    );
  }

  /** Runs statements on the global tables, each in its own transaction. For callers that need a single statement. */
  async function withStatements<T>(use: (scope: StatementScope) => Promise<T>): Promise<T> {
    await ready();
    return use({ db: rawSql(once, prepares), now: now() });
  }

  return {
    withOrg,
    readOrg,
    withIdentity,
    withStatements,
    /** Counts attempts for rate limits. */
    attempts: countAttempts(async (statement) => {
      await ready();
      return once(statement);
    }),
    now,
    /** Rejects if the database does not respond or the runtime role has too many rights. */
    async ping(): Promise<void> {
      await ready();
      await once({ text: "select 1" });
    },
    /** Returns the applied migrations and whether the job queue exists. */
    async readiness(): Promise<{ migrations: string[]; queue: boolean }> {
      await ready();
      const { rows } = await once({
        text: "select array(select app.applied_migrations()) as migrations, app.queue_ready() as queue",
      });
      return rows[0] as { migrations: string[]; queue: boolean };
    },
    async close(): Promise<void> {
      await models.close();
      await pool.end();
    },
  };
}

/**
 * Whether the URL says that statements cannot have a name, as with PgBouncer before 1.21. The parameter is Prisma's.
 */
const isPoolerWithoutNames = (url: string): boolean => /[?&]pgbouncer=true(&|$)/.test(url);

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

type RawDb = Pick<RawSql, "$queryRaw">;

async function affiliations(db: RawDb, userId: string) {
  const rows = await db.$queryRaw<{ org_id: string; affiliate_id: string }[]>`
    select org_id, affiliate_id from app.affiliations(${userId}::uuid)`;
  return rows.map((row) => ({ orgId: row.org_id, affiliateId: row.affiliate_id }));
}

async function readOrganization(db: RawDb, orgId: string): Promise<OrganizationFacts> {
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
           subscription_unpaid as "subscriptionUnpaid", kept_until as "keptUntil", reply_to as "replyTo", mail_budget as "mailBudget", allows_contact as "allowsContact",
           created_at as "createdAt"
    from organization where org_id = '${uuid(orgId)}'`;

/**
 * Returns the message that begins a transaction. Its statements take no parameters, so every value must be an id or
 * null. SET LOCAL replaces set_config(), which Citus does not forward to its workers. The time zone is UTC, because
 * Prisma writes timestamps without a zone. The timeout also ends statements whose client has stopped waiting.
 */
function beginOf(
  settings: Partial<Record<"app.org_id" | "app.affiliate_id", string | null>>,
  statementMs: number,
  onlyReads = false,
): string {
  const given = Object.entries(settings).flatMap(([name, id]) =>
    id === null ? [] : [`set local ${name} = '${uuid(id)}'`],
  );
  const begin = onlyReads ? "begin read only" : "begin";
  const limit = `set local statement_timeout = ${Math.ceil(statementMs)}`;
  return [begin, "set local timezone = 'UTC'", limit, ...given].join("; ");
}

function uuid(value: string): string {
  if (!UUID.test(value)) throw new RangeError("not the UUID of an organization or affiliate");
  return value;
}
