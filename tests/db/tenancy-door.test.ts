import { beforeAll, describe, expect, it } from "vitest";
import { Prisma } from "#prisma";
import { globalModels } from "~/domain/shared/db";
import type { Actor, Scope } from "~/domain/shared/scope";
import { roleOf } from "../../cli/migrate";
import { useDatabase, type TestDatabase } from "../support/database";
import { createOrg, type Org } from "../factories/organizations";
import { populate, type PopulatedOrg } from "../support/tenancy/world";

// Tests what the app can do through its only access to the database. The foreign organization tries first.

const db = useDatabase();
let a: PopulatedOrg;
let b: PopulatedOrg;

beforeAll(async () => {
  a = await populate(db.database, "Canary A");
  b = await populate(db.database, "B");
});

const tenantModels = Object.values(Prisma.ModelName).filter(
  (model) => !(globalModels as readonly string[]).includes(model),
);

type Query = { where?: object; data?: object; by?: string[]; _count?: object };
type Delegate = Record<string, (query?: Query) => Promise<unknown>>;

/** Returns a model of the client without its types, because all models are treated alike. */
function delegate(scope: Scope, model: string): Delegate {
  const key = model[0]!.toLowerCase() + model.slice(1);
  return (scope.db as unknown as Record<string, Delegate>)[key]!;
}

/** Returns all rows of an organization, bypassing row-level security. */
async function snapshot({ ownerPool }: TestDatabase, orgId: string): Promise<string> {
  const { rows: tables } = await ownerPool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'org_id' and table_name not in ('session', 'one_time_token')
     order by 1`,
  );
  const dumps = tables.map(async ({ name }) => {
    const { rows } = await ownerPool.query(`select to_jsonb(t) from "${name}" t where org_id = $1 order by 1`, [orgId]);
    return [name, rows];
  });
  return JSON.stringify(await Promise.all(dumps));
}

/** Returns what an organization's staff could access of another's through a Prisma model; rejections return nothing. */
async function spoils({ database }: TestDatabase, me: Org, victim: Org, model: string): Promise<string[]> {
  const id = model === "Organization" ? "id" : "orgId";
  const foreign = { [id]: victim.orgId };
  const filters: Query["where"][] = [foreign, { OR: [foreign, {}] }, { NOT: { [id]: me.orgId } }, { AND: [foreign] }];
  const got: string[] = [];
  const attempt = async (what: string, use: (rows: Delegate) => Promise<unknown>) => {
    const run = database.withOrg(me.orgId, me.owner.actor, async (scope) => {
      const result = JSON.stringify(await use(delegate(scope, model)), (_key, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      );
      if (result?.includes(victim.orgId)) got.push(`${model}.${what}: ${result}`);
    });
    await run.catch((error: unknown) => {
      if (!(error instanceof Prisma.PrismaClientKnownRequestError)) throw error;
    });
  };
  for (const where of filters) {
    await attempt("findMany", (rows) => rows["findMany"]!({ where: where! }));
    await attempt("groupBy", (rows) => rows["groupBy"]!({ where: where!, by: [id], _count: { _all: true } }));
    await attempt("updateMany", (rows) => rows["updateMany"]!({ where: where!, data: { [id]: me.orgId } }));
    await attempt("updateMany to there", (rows) => rows["updateMany"]!({ where: where!, data: foreign }));
    await attempt("deleteMany", (rows) => rows["deleteMany"]!({ where: { AND: [where!, foreign] } }));
  }
  return got;
}

describe("[ORG-07] through the app's database access", () => {
  it("[ORG-07] Prisma cannot read, change, delete or move rows of another organization", async () => {
    const before = await snapshot(db, a.orgId);
    expect(before).toContain("Canary A");
    for (const model of tenantModels) expect(await spoils(db, b, a, model), model).toEqual([]);
    expect(await snapshot(db, a.orgId)).toBe(before);
  });

  it("[ORG-07] aggregates, single records and relations contain nothing of another organization", async () => {
    const lead = await foreignLead();
    await db.database.withOrg(b.orgId, b.owner.actor, async (scope) => {
      const own = await scope.db.lead.count();
      expect(own).toBe(8);
      expect(await scope.db.lead.count({ where: { NOT: { orgId: b.orgId } } })).toBe(0);
      const { _count, _max } = await scope.db.lead.aggregate({
        _count: { _all: true },
        _max: { companyName: true },
      });
      expect(_count._all).toBe(own);
      expect(_max.companyName).not.toBe(lead.companyName);
      expect(await scope.db.lead.findFirst({ where: { id: lead.id } })).toBeNull();
      expect(await scope.db.lead.findUnique({ where: { orgId_id: { orgId: a.orgId, id: lead.id } } })).toBeNull();
      expect(await scope.db.affiliate.findMany({ where: { leads: { some: { id: lead.id } } } })).toEqual([]);
      expect(await scope.db.deal.updateMany({ where: { lead: { orgId: a.orgId } }, data: { title: "x" } })).toEqual({
        count: 0,
      });
      // Users are global and hidden here; an organization knows only its own.
      const users = (scope.db as unknown as Prisma.TransactionClient).user;
      expect(await users.findMany({ include: { memberships: { include: { affiliate: true } } } })).toEqual([]);
      const belonging = await scope.db.membership.findMany({
        include: { affiliate: { include: { leads: true } } },
      });
      expect(new Set(belonging.map(({ orgId }) => orgId))).toEqual(new Set([b.orgId]));
    });
  });

  it.each<[string, RegExp, (scope: Scope, lead: { id: string; affiliateId: string | null }) => Promise<unknown>]>([
    [
      "update",
      /record.*not found|required but not found/i,
      ({ db: tx }, { id }) => tx.lead.update({ where: { orgId_id: { orgId: a.orgId, id } }, data: { notes: "x" } }),
    ],
    [
      "delete",
      /record.*not found|required but not found/i,
      ({ db: tx }, { id }) => tx.lead.delete({ where: { orgId_id: { orgId: a.orgId, id } } }),
    ],
    [
      "a create with a foreign reference",
      /Foreign key constraint/,
      ({ db: tx }, { affiliateId }) =>
        tx.lead.create({
          data: { affiliateId, companyName: "x", contactPerson: "x", email: "x@example.com" },
        }),
    ],
    [
      "a reference to a foreign record",
      /Foreign key constraint/,
      ({ db: tx }, { affiliateId }) => tx.lead.updateMany({ data: { affiliateId } }),
    ],
    [
      "a raw insert",
      /row-level security/,
      ({ db: tx }) => tx.$executeRaw`insert into organization (org_id, name, trial_ends_at)
        values (${a.orgId}::uuid, 'x', now()) on conflict (org_id) do update set name = 'x'`,
    ],
    [
      "raw SQL that moves a row",
      /row-level security/,
      ({ db: tx }) => tx.$executeRaw`update lead set org_id = ${a.orgId}::uuid`,
    ],
    [
      "reading the queue",
      /permission denied for schema graphile_worker/,
      ({ db: tx }) => tx.$queryRaw`select * from graphile_worker.jobs`,
    ],
    [
      "queuing without app.enqueue",
      /permission denied for schema graphile_worker/,
      ({ db: tx }) => tx.$queryRaw`select 1 from graphile_worker.add_job('webhook.emit', '{}')`,
    ],
    [
      "disabling row-level security",
      /would be affected by row-level security/,
      async ({ db: tx }) => {
        await tx.$executeRaw`set local row_security = off`;
        return tx.$queryRaw`select 1 from lead`;
      },
    ],
    [
      "switching to another role",
      /permission denied to set role/,
      ({ db: tx }) => tx.$executeRawUnsafe(`set local role ${roleOf(db.ownerUrl).name}`),
    ],
  ])("[ORG-07] rejects %s", async (_what, reason, use) => {
    const lead = await foreignLead();
    const before = await snapshot(db, a.orgId);
    await expect(db.database.withOrg(b.orgId, b.owner.actor, (scope) => use(scope, lead))).rejects.toThrow(reason);
    expect(await snapshot(db, a.orgId)).toBe(before);
  });

  it("[ORG-07] a create with another organization's id writes to the own organization", async () => {
    const before = await snapshot(db, a.orgId);
    const created = await db.database.withOrg(b.orgId, b.owner.actor, (scope) =>
      scope.db.lead.create({
        data: { orgId: a.orgId, companyName: "x", contactPerson: "x", email: "x@example.com" },
      }),
    );
    expect(created.orgId).toBe(b.orgId);
    await db.database.withOrg(b.orgId, b.owner.actor, (scope) =>
      scope.db.lead.deleteMany({ where: { id: created.id } }),
    );
    expect(await snapshot(db, a.orgId)).toBe(before);
  });

  it("[ORG-07] raw SQL cannot see or change rows of another organization", async () => {
    await db.database.withOrg(b.orgId, b.owner.actor, async ({ db: tx }) => {
      expect(await tx.$queryRaw`select * from lead where org_id = ${a.orgId}::uuid`).toEqual([]);
      expect(await tx.$queryRaw`select distinct org_id::text from lead`).toEqual([{ org_id: b.orgId }]);
      expect(await tx.$executeRaw`update lead set notes = 'x' where org_id = ${a.orgId}::uuid`).toBe(0);
      expect(await tx.$executeRaw`delete from lead where org_id = ${a.orgId}::uuid`).toBe(0);
    });
  });

  it("[ORG-07] rejects organization and affiliate ids that are not UUIDs", async () => {
    const inject = `${b.orgId}'; set local app.org_id = '${a.orgId}`;
    const use = (orgId: string, actor: Actor) => db.database.withOrg(orgId, actor, ({ db: tx }) => tx.lead.count());
    await expect(use(inject, b.owner.actor)).rejects.toThrow("not the UUID of an organization");
    await expect(use("", b.owner.actor)).rejects.toThrow("not the UUID of an organization");
    const affiliate: Actor = { ...b.affiliates[0].actor, affiliateId: "' or true --" };
    await expect(use(b.orgId, affiliate)).rejects.toThrow("not the UUID of an organization or affiliate");
  });
});

describe("[ORG-07] without row-level security", () => {
  const open = useDatabase();

  it("[ORG-07] the same attempts succeed", async () => {
    const victim = await populate(open.database, "A");
    // Without affiliates, whose keys would protect its rows.
    const thief = await createOrg(open.database, { name: "B" });
    const before = await snapshot(open, victim.orgId);
    await spoils(open, thief, victim, "Membership");
    expect(await snapshot(open, victim.orgId)).toBe(before);
    await open.ownerPool.query("alter table membership disable row level security");
    await spoils(open, thief, victim, "Membership");
    expect(await snapshot(open, victim.orgId)).not.toBe(before);
  });
});

describe("[ORG-07] jobs stay in their organization", () => {
  it("[ORG-07] a job carries the organization of its transaction, whatever the payload contains", async () => {
    await db.ownerPool.query("delete from graphile_worker._private_jobs");
    const payload = { delivery_id: b.owner.userId, org_id: a.orgId };
    for (const org of [a, b]) {
      await db.database.withOrg(org.orgId, b.owner.actor, (scope) =>
        scope.enqueue("webhook.deliver", payload, { key: "same" }),
      );
    }
    await db.database.withOrg(
      b.orgId,
      b.owner.actor,
      ({ db: tx }) =>
        tx.$queryRaw`select 1 from app.enqueue('webhook.deliver', ${JSON.stringify(payload)}::jsonb, null, null, null)`,
    );
    await db.database.withOrg(
      b.orgId,
      b.owner.actor,
      ({ db: tx }) =>
        tx.$queryRaw`select 1 from app.enqueue_all('webhook.deliver', ${JSON.stringify([payload])}::jsonb, null, null)`,
    );
    // The key belongs to the organization too: neither replaced the other's job.
    expect((await db.jobs()).map(({ key, payload: { org_id } }) => [key, org_id])).toEqual([
      [`${a.orgId}:same`, a.orgId],
      [`${b.orgId}:same`, b.orgId],
      [null, b.orgId],
      [null, b.orgId],
    ]);
  });

  it("[ORG-07] without an organization only jobs of a user can be queued, which cannot affect others", async () => {
    const raw = (sql: string) => db.database.withIdentity((scope) => scope.db.$queryRaw(Prisma.raw(sql)));
    await expect(raw("select 1 from app.enqueue('webhook.emit', '{}', null, null, null)")).rejects.toThrow(
      "enqueue needs the organisation",
    );
    await expect(raw("select 1 from app.enqueue_all('webhook.emit', '[{}]', null, null)")).rejects.toThrow(
      "enqueue_all needs the organization",
    );
    await expect(raw("select 1 from app.enqueue_identity('webhook.emit', '{}', null)")).rejects.toThrow(
      "needs an organisation",
    );
    await db.ownerPool.query("delete from graphile_worker._private_jobs");
    await db.database.withOrg(a.orgId, a.owner.actor, (scope) =>
      scope.enqueue("commissions.generate", {}, { key: "k" }),
    );
    await raw(`select 1 from app.enqueue_identity('mail.link', '{"org_id": "${a.orgId}"}', '${a.orgId}:k')`);
    const jobs = await db.jobs();
    expect(jobs.map(({ task }) => task)).toEqual(["commissions.generate", "mail.link"]);
    expect(jobs[1]!.payload).toEqual({});
  });
});

/** Returns a lead of organization A, as its own staff reads it. */
function foreignLead() {
  return db.database.withOrg(a.orgId, a.owner.actor, ({ db: tx }) => tx.lead.findFirstOrThrow());
}
