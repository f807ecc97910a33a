import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { z } from "zod";
import { PrismaClient, type Prisma } from "#prisma";
import { todayIn } from "~/domain/shared/dates";
import type { Actor, EnqueueOptions, IdentityScope, Scope } from "~/domain/shared/scope";
import { isIdentityJob, jobCatalogue, type AnyJobName } from "~/platform/jobs/catalogue";
import { log } from "~/platform/log.server";
import { createSealer } from "~/platform/seal.server";
import { assertRuntimeRole } from "./runtime-role.server";
import { scopedToOrganization, type TenantDb } from "./tenant-db.server";

export interface DatabaseOptions {
  /** Connection string of the runtime role. */
  url: string;
  /** The application's secret (SESSION_SECRET). */
  secret: string;
  /** Connections at most; default 10. */
  connections?: number;
  /** The clock; tests set it. */
  now?: () => Date;
}

export type Database = ReturnType<typeof openDatabase>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The only way to the database at run time. Nothing is connected until the first use, which also refuses a role that
 * could see past row security.
 */
export function openDatabase({ url, secret, connections = 10, now = () => new Date() }: DatabaseOptions) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // A connection that breaks while idle is replaced at the next use; without listeners Node would exit.
  pool.on("error", (error) => log.warn({ err: error }, "idle database connection lost"));
  pool.on("connect", (client) => client.on("error", () => {}));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const { seal } = createSealer(secret);

  let checked: Promise<void> | undefined;
  const ready = () =>
    (checked ??= assertRuntimeRole(pool).catch((error: unknown) => {
      checked = undefined;
      throw error;
    }));

  /**
   * One transaction inside one organisation, as one actor. Throws what `use` throws, after rolling back.
   * SET LOCAL and not set_config(): Citus hands only the former on to its workers.
   */
  async function withOrg<T>(orgId: string, actor: Actor, use: (scope: Scope) => Promise<T>): Promise<T> {
    await ready();
    const client = scopedToOrganization(prisma, uuid(orgId)) as unknown as PrismaClient;
    return client.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(`SET LOCAL app.org_id = '${uuid(orgId)}'`);
        const affiliateId = onlyAffiliateOf(actor);
        if (affiliateId) await tx.$executeRawUnsafe(`SET LOCAL app.affiliate_id = '${uuid(affiliateId)}'`);
        return use(scopeOf(tx, orgId, actor));
      },
      { maxWait: 10_000, timeout: 60_000 },
    );
  }

  function scopeOf(tx: TenantDb, orgId: string, actor: Actor): Scope {
    const moment = now();
    let organization: ReturnType<Scope["organization"]> | undefined;
    const organizationFacts = () =>
      (organization ??= tx.organization.findFirstOrThrow({
        select: {
          ...{ name: true, timeZone: true, defaultCurrency: true, trialEndsAt: true },
          ...{ setupDoneAt: true, setupHiddenAt: true },
        },
      }));
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
      async enqueue(job, payload, options) {
        if (isIdentityJob(job)) return enqueueIdentity(tx, job, payload);
        return enqueue(tx, job, payload, options);
      },
      async attempt(what, part) {
        const savepoint = `part_${++savepoints}`;
        await tx.$executeRawUnsafe(`SAVEPOINT ${savepoint}`);
        try {
          const value = await part();
          await tx.$executeRawUnsafe(`RELEASE SAVEPOINT ${savepoint}`);
          return { ok: true, value };
        } catch (error) {
          await tx.$executeRawUnsafe(`ROLLBACK TO SAVEPOINT ${savepoint}`);
          log.error({ err: error, org_id: orgId }, `${what} failed`);
          return { ok: false };
        }
      },
    };
  }

  /** One transaction on the global tables, before an organisation is known. */
  async function withIdentity<T>(use: (scope: IdentityScope) => Promise<T>): Promise<T> {
    await ready();
    return prisma.$transaction(
      (tx) =>
        use({
          db: tx,
          now: now(),
          log,
          seal,
          enqueue: (job, payload) => enqueueIdentity(tx, job, payload),
          affiliations: (userId) => affiliations(tx, userId),
        }),
      { maxWait: 10_000, timeout: 60_000 },
    );
  }

  return {
    withOrg,
    withIdentity,
    now,
    /** Rejects when the database does not answer or the role is too mighty. */
    async ping(): Promise<void> {
      await ready();
      await pool.query("select 1");
    },
    /** Which migrations are in, and whether the job queue is there. */
    async readiness(): Promise<{ migrations: string[]; queue: boolean }> {
      await ready();
      const { rows } = await pool.query<{ migrations: string[]; queue: boolean }>(
        "select array(select app.applied_migrations()) as migrations, app.queue_ready() as queue",
      );
      return rows[0]!;
    },
    async close(): Promise<void> {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/**
 * The affiliate whose rows alone an actor sees; null for who sees the organisation's. A kind that is added without a decision
 * does not compile, and gets no transaction.
 */
function onlyAffiliateOf(actor: Actor): string | null {
  switch (actor.kind) {
    case "affiliate":
      return actor.affiliateId;
    case "member":
    case "job":
    case "operator":
      return null;
    default:
      actor satisfies never;
      throw new TypeError("Nobody has decided what this kind of actor may see");
  }
}

type RawDb = Pick<Prisma.TransactionClient, "$queryRaw">;

async function enqueue(
  db: RawDb,
  job: AnyJobName,
  payload: object,
  options: EnqueueOptions = {},
): Promise<void> {
  (jobCatalogue[job] as z.ZodObject).omit({ org_id: true }).parse(payload);
  await db.$queryRaw`select 1 from app.enqueue(
    ${job}, ${JSON.stringify(payload)}::jsonb, ${options.key ?? null}, ${options.runAt ?? null}::timestamptz,
    ${options.maxAttempts ?? null}::int)`;
}

async function enqueueIdentity(db: RawDb, job: AnyJobName, payload: object): Promise<void> {
  jobCatalogue[job].parse(payload);
  await db.$queryRaw`select 1 from app.enqueue_identity(${job}, ${JSON.stringify(payload)}::jsonb, null)`;
}

async function affiliations(db: RawDb, userId: string) {
  const rows = await db.$queryRaw<{ org_id: string; affiliate_id: string }[]>`
    select org_id, affiliate_id from app.affiliations(${userId}::uuid)`;
  return rows.map((row) => ({ orgId: row.org_id, affiliateId: row.affiliate_id }));
}

/** The ids end up in a SET statement, which takes no parameters. */
function uuid(value: string): string {
  if (!UUID.test(value)) throw new RangeError("not an organisation or affiliate id");
  return value;
}
