import { todayIn } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import type { Actor, OrganizationFacts, Scope } from "~/domain/shared/scope";
import { requireActive, type WhilePaused } from "~/domain/subscriptions/require-active.server";
import { isIdentityJob } from "~/platform/jobs/catalogue";
import { log } from "~/platform/log.server";
import { beginOf, uuid } from "./begin.server";
import type { Connection } from "./connection.server";
import { fairConnections } from "./fair-connections.server";
import { endJobs, enqueue, enqueueAll, enqueueIdentity, holdJobs } from "./queue.server";
import { rawRows, rawSql, type RawSql } from "./raw-sql.server";
import { ofOrganization, withRaw, type TenantDb } from "./tenant-db.server";
import { inTransaction, type Transaction } from "./transaction.server";

type Use<T> = (scope: Scope) => Promise<T>;

/** Transactions inside one organisation. */
export function organizationTransactions(connection: Connection) {
  const { pool, models, prepares, timeoutMs, ready } = connection;
  const withinShare = fairConnections(connection.connections);

  /**
   * One transaction inside one organisation, as one actor, which may change something: refused while the organisation
   * is paused, unless `whilePaused` says why not. Throws what requireActive and `use` throw, after rolling back.
   */
  async function withOrg<T>(orgId: string, actor: Actor, use: Use<T>, whilePaused?: WhilePaused): Promise<T> {
    return inOrganization(orgId, actor, mayOnlyRead(actor), async (scope) => {
      await requireActive(scope, whilePaused);
      return use(scope);
    });
  }

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
    use: Use<T>,
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

function openScope({ now, seal }: Connection, { transaction, tx, orgId, actor, facts }: Opened): Scope {
  const moment = now();
  let organization = facts && Promise.resolve(facts);
  const organizationFacts = () => (organization ??= readOrganization(tx, orgId));
  return {
    orgId,
    actor,
    db: tx,
    now: moment,
    log,
    seal,
    organization: organizationFacts,
    today: async () => todayIn((await organizationFacts()).timeZone, moment),
    async enqueue(job, payload, options) {
      if (isIdentityJob(job)) return enqueueIdentity(tx, job, payload);
      return enqueue(tx, job, payload, options);
    },
    enqueueAll: (job, payloads, options) => enqueueAll(tx, job, payloads, options),
    holdJobs: (keys, seconds) => holdJobs(tx, keys, seconds),
    endJobs: (keys) => endJobs(tx, keys),
    attempt: inSavepoints(transaction, orgId),
  };
}

/** Runs parts of a transaction that may fail alone: what a failed part has written is rolled back, and it is logged. */
function inSavepoints(transaction: Transaction, orgId: string): Scope["attempt"] {
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

async function readOrganization(db: Pick<RawSql, "$queryRaw">, orgId: string): Promise<OrganizationFacts> {
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
