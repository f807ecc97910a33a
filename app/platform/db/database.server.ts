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
  /** The application's secret (SESSION_SECRET). */
  secret: string;
  /** Connections at most; default 10. */
  connections?: number;
  /** How long a transaction, or a statement without one, may take; default 60 s. */
  timeoutMs?: number;
  /** The clock; tests set it. */
  now?: () => Date;
}

export type Database = ReturnType<typeof openDatabase>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The only way to the database at run time. Nothing is connected until the first use, which also refuses a role that
 * could see past row security. Whatever meets an outage throws `DatabaseUnavailable`.
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
  // The pool closes the connection of a statement that takes too long.
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
   * One transaction inside one organisation, as one actor, which may change something: refused while the organisation
   * is paused, unless `whilePaused` says why not. Throws what requireActive and `use` throw, after rolling back.
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
   * The same for reading alone: Postgres refuses whatever would be written, jobs included, so a pause does not matter.
   * @param statementMs how long each statement may take, if less than the transaction
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
    // Almost every page asks for the organisation, and it cannot change while it is only read. Citus hands the whole
    // message of a SET on to its workers, so there it holds nothing else.
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

  /** One transaction on the global tables, before an organisation is known. */
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

  /** Statements on the global tables, each a transaction of its own: for what needs one statement only. */
  async function withStatements<T>(use: (scope: StatementScope) => Promise<T>): Promise<T> {
    await ready();
    return use({ db: rawSql(once, prepares), now: now() });
  }

  return {
    withOrg,
    readOrg,
    withIdentity,
    withStatements,
    /** How often something is tried. */
    attempts: countAttempts(async (statement) => {
      await ready();
      return once(statement);
    }),
    now,
    /** Rejects when the database does not answer or the role is too mighty. */
    async ping(): Promise<void> {
      await ready();
      await once({ text: "select 1" });
    },
    /** Which migrations are in, and whether the job queue is there. */
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

/** Whether the address says that a statement cannot have a name: PgBouncer before 1.21. The parameter is Prisma's. */
const isPoolerWithoutNames = (url: string): boolean => /[?&]pgbouncer=true(&|$)/.test(url);

/**
 * The affiliate whose rows alone an actor sees; null for who sees the organisation's. A kind that is added without a
 * decision does not compile, and gets no transaction.
 */
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
      throw new TypeError("Nobody has decided what this kind of actor may see");
  }
}

/** Whether Postgres refuses whatever an actor would write. */
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

/** The statement that reads an organisation. Without parameters, so that it can be part of the message that begins. */
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
 * The message that begins a transaction. Its statements take no parameters, so every value is an id or null. SET LOCAL
 * and not set_config(): Citus hands only the former on to its workers. Prisma writes moments without their time zone. A
 * statement that takes too long ends on the server, too, when nobody waits for it any more.
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
  if (!UUID.test(value)) throw new RangeError("not an organisation or affiliate id");
  return value;
}
