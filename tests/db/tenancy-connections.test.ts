import pg from "pg";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { Actor } from "~/domain/shared/scope";
import { openDatabase } from "~/platform/db/database.server";
import { roleOf } from "../../cli/migrate";
import { useDatabase, TEST_SECRET } from "../support/database";
import { withDatabase } from "../support/server";
import { populate, type PopulatedOrg } from "../support/tenancy/world";

/** TENANCY_CALLS=20000 is the promised number; a tenth of it runs by default. */
const CALLS = Number(process.env["TENANCY_CALLS"] ?? 2_000);
const LANES = 25;

const db = useDatabase({ connections: 5 });
let a: PopulatedOrg;
let b: PopulatedOrg;

beforeAll(async () => {
  a = await populate(db.database, "A");
  b = await populate(db.database, "B");
});

describe("[ORG-07] the setting ends with its transaction", () => {
  it(`[ORG-07] in ${CALLS} calls of two organizations on five connections, a third of them failing`, async () => {
    const leaks: string[] = [];
    let failures = 0;
    await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
    expect(leaks).toEqual([]);
    expect(failures).toBeGreaterThan(CALLS / 5);

    async function runLane(lane: number): Promise<void> {
      for (let turn = 0; turn < CALLS / LANES; turn++) {
        const [org, other] = (lane + turn) % 2 ? [a, b] : [b, a];
        const actor: Actor = turn % 5 === 0 ? org.affiliates[0].actor : org.owner.actor;
        const fate = (lane * 7 + turn * 3) % 9;
        const call = turn % 11 === 0 ? asNobody() : asOrg(org, other, actor, fate);
        await call.catch(() => failures++);
      }
    }

    async function asOrg(org: PopulatedOrg, other: PopulatedOrg, actor: Actor, fate: number): Promise<void> {
      await db.database.withOrg(org.orgId, actor, async ({ db: tx }) => {
        const seen = await tx.$queryRaw<{ org_id: string; affiliate_id: string | null }[]>`
          select org_id::text, affiliate_id::text from lead`;
        if (seen.length === 0 || seen.some((row) => row.org_id !== org.orgId)) leaks.push("a foreign lead or none");
        const affiliates = new Set(seen.map((row) => row.affiliate_id));
        if (affiliates.size !== (actor.kind === "affiliate" ? 1 : 2)) leaks.push("another affiliate's lead or none");
        if (fate === 0) throw new Error("the use case fails");
        if (fate === 1) await tx.$queryRaw`select 1 / 0`;
        if (fate === 2)
          await tx.$executeRaw`insert into audit_log select * from audit_log where org_id = ${other.orgId}::uuid
          union all select ${other.orgId}::uuid, gen_random_uuid(), 'x', 'x', 'x', gen_random_uuid(), '{}', now()`;
        const found = await tx.lead.findMany({ select: { orgId: true } });
        if (found.length !== seen.length) leaks.push("another count within one transaction");
      });
    }

    async function asNobody(): Promise<void> {
      await db.database.withIdentity(async ({ db: tx }) => {
        const [row] = await tx.$queryRaw<{ setting: string; rows: bigint }[]>`
          select concat(current_setting('app.org_id', true), current_setting('app.affiliate_id', true)) as setting,
            (select count(*) from lead) as rows`;
        if (row?.setting !== "" || row.rows !== 0n) leaks.push(`left over: ${row?.setting}`);
      });
    }
  }, 600_000);
});

describe("[ORG-07] no process runs with a role that bypasses row-level security", () => {
  const open = (url: string) => openDatabase({ url, secret: TEST_SECRET, connections: 1 });
  const database = () => new URL(db.appUrl).pathname.slice(1);

  async function refusal(url: string): Promise<string> {
    const opened = open(url);
    try {
      await opened.withIdentity(async () => {});
      return "opened";
    } catch (error) {
      return (error as Error).message;
    } finally {
      await opened.close();
    }
  }

  it("[ORG-07] such as the owner role, a superuser, a role with BYPASSRLS and a member of the owner role", async () => {
    expect(await refusal(db.appUrl)).toBe("opened");
    expect(await refusal(db.ownerUrl)).toContain("owns tables");
    expect(await refusal(withDatabase(inject("server").adminUrl, database()))).toContain("is a superuser");

    const name = `${inject("server").run}_role`;
    const url = Object.assign(new URL(db.appUrl), { username: name, password: "secret" }).href;
    const admin = new pg.Client({ connectionString: withDatabase(inject("server").adminUrl, database()) });
    await admin.connect();
    try {
      await admin.query(`create role ${name} login bypassrls password 'secret'`);
      expect(await refusal(url)).toContain("may bypass row security");
      await admin.query(`alter role ${name} nobypassrls`);
      expect(await refusal(url)).toBe("opened");
      await admin.query(`grant ${roleOf(db.ownerUrl).name} to ${name}`);
      expect(await refusal(url)).toContain("owns tables");
    } finally {
      await admin.query(`drop role ${name}`);
      await admin.end();
    }
  });
});
