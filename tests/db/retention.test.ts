import { beforeEach, describe, expect, test } from "vitest";
import { extendRetention } from "~/domain/subscriptions/extend-retention.server";
import { TRIAL_DAYS } from "~/domain/subscriptions/subscription";
import { deleteOrganization } from "~/platform/db/delete-organization.server";
import { addMember } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase, type FailedJob } from "../support/database";
import { populate, type PopulatedOrg } from "../support/tenancy/world";

// From the end of a trial to the deletion record, with a controlled clock (BIL-06).

const db = useDatabase({ each: true });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FOUNDED = new Date("2026-03-01T09:00:00Z");
const PAUSED = new Date(FOUNDED.getTime() + TRIAL_DAYS * DAY);
const day = (days: number, hours = 0) => new Date(PAUSED.getTime() + days * DAY + hours * HOUR);

let org: PopulatedOrg;
let other: PopulatedOrg;

beforeEach(async () => {
  db.at(FOUNDED);
  org = await populate(db.database, "Nordlicht");
  other = await populate(db.database, "Other");
  // Jobs of the organizations belong to other tests, and their webhooks lead nowhere.
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
  await setSubscription(org.orgId, null);
  db.mails.splice(0);
});

const setSubscription = (orgId: string, status: string | null) =>
  db.ownerPool.query("update organization set subscription_status = $2, trial_ends_at = $3 where org_id = $1", [
    orgId,
    status,
    PAUSED,
  ]);

/** Runs the hourly job and the jobs it queues. */
async function sweepAt(moment: Date): Promise<void> {
  db.at(moment);
  await db.ownerPool.query("select graphile_worker.add_job('retention.sweep', '{}')");
  const failed: FailedJob[] = [];
  await db.runJobs(failed);
  expect(failed.filter(({ task }) => task !== "webhook.deliver")).toEqual([]);
}

/** Runs the daily job from one day to another. */
async function sweepDaily(from: number, to: number): Promise<void> {
  for (let at = from; at <= to; at++) await sweepAt(day(at));
}

/** Counts the rows that contain a text anywhere, by table, for all tables. */
async function traces(text: string): Promise<Record<string, number>> {
  const { rows: tables } = await db.ownerPool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await db.ownerPool.query<{ n: number }>(
      `select count(*)::int as n from ${name} t where strpos(t::text, $1) > 0`,
      [text],
    );
    if (rows[0]!.n > 0) found[name] = rows[0]!.n;
  }
  return found;
}

/** What a deletion leaves: its record, and the documents that the law keeps. */
const left = { deleted_organization: 1, kept_document: expect.any(Number) as number };
const told = () => db.mails.map(({ to, subject }) => [to.address, subject]);
const tombstones = async () => (await db.ownerPool.query("select * from deleted_organization")).rows;

describe("[BIL-06] the data of a paused organization", () => {
  test("are complete on day 29 after two warnings, and an hour after day 30 only a deletion record is left", async () => {
    const second = await addMember(db.database, other, { role: "owner" });
    await db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, 'owner')", [
      org.orgId,
      second.userId,
    ]);
    await signIn(db.database, org.owner);
    await db.ownerPool.query("insert into stripe_customer (customer_id, org_id) values ('cus_1', $1)", [org.orgId]);
    const before = await traces(org.orgId);
    const others = await traces(other.orgId);
    const people = org.affiliates.map(({ email }) => email);

    await sweepDaily(0, 22);
    expect(db.mails).toEqual([]);
    await sweepAt(day(23));
    const until = (address: string) => [address, `Nordlicht: your data will be deleted after Apr 7, 2026`];
    const both = [org.owner.email, second.email];
    expect(told().sort()).toEqual(both.map(until).sort());
    await sweepDaily(24, 28);
    expect(db.mails).toHaveLength(2);
    await sweepAt(day(29));
    // Runs again, as after a missed day.
    await sweepAt(day(29));
    expect(told().slice(2).sort()).toEqual(both.map(until).sort());
    await sweepAt(day(30));
    await sweepAt(day(30, 0.99));
    const kept = await traces(org.orgId);
    expect(kept).toEqual({ ...before, deletion_warning: 4, app_user: kept["app_user"] });
    expect(await tombstones()).toEqual([]);

    await sweepAt(day(30, 1));
    expect(await traces(org.orgId)).toEqual(left);
    // Open or unpaid subscriptions at Stripe are ended too.
    expect(await db.jobs("stripe.end")).toMatchObject([{ payload: { customer_id: "cus_1" } }]);
    const [tombstone] = await tombstones();
    expect(tombstone).toMatchObject({ id: org.orgId, reason: "retention", deleted_at: day(30, 1) });
    expect(tombstone.counts).toMatchObject({
      organization: 1,
      lead: before["lead"],
      audit_log: before["audit_log"],
    });
    // Names and addresses of people who belonged only to it are deleted.
    for (const email of [org.owner.email, ...people]) expect(await traces(email)).toEqual({});
    expect(await traces("Nordlicht")).toEqual({});
    // A member of another organization stays, and so does that organization.
    expect(await traces(second.email)).not.toEqual({});
    expect(await traces(other.orgId)).toEqual(others);
    db.mails.splice(0);
    await sweepAt(day(31));
    expect(db.mails).toEqual([]);
    expect(await tombstones()).toHaveLength(1);
  });

  test("are kept completely with a subscription on day 29", async () => {
    await sweepAt(day(23));
    await sweepAt(day(29));
    const before = await traces(org.orgId);
    await setSubscription(org.orgId, "active");
    await sweepDaily(29, 33);
    expect(await traces(org.orgId)).toEqual(before);
    expect(await tombstones()).toEqual([]);
  });

  test("are kept longer by an extension, whose end has its own warnings", async () => {
    await sweepAt(day(23));
    await sweepAt(day(29));
    db.at(day(29, 1));
    const extend = (to: Date, orgId = org.orgId) =>
      db.database.withOrg(orgId, { kind: "operator" }, (scope) => extendRetention(scope, () => to), "subscription");
    await expect(extend(day(30))).rejects.toMatchObject({ code: "kept_longer" });
    await expect(extend(day(60), other.orgId)).rejects.toMatchObject({ code: "organization_active" });
    expect(await extend(day(60))).toEqual(day(60));
    db.mails.splice(0);
    await sweepDaily(30, 52);
    expect(db.mails).toEqual([]);
    await sweepAt(day(53));
    await sweepAt(day(59));
    expect(db.mails).toHaveLength(2);
    await sweepAt(day(60, 1));
    expect(await traces(org.orgId)).toEqual(left);
  });

  test("are deleted only a day after a warning, if no worker ran for days", async () => {
    await sweepAt(day(40));
    expect(told()).toEqual([[org.owner.email, "Nordlicht: your data will be deleted after Apr 18, 2026"]]);
    await sweepAt(day(40, 23));
    expect(await tombstones()).toEqual([]);
    await sweepAt(day(41));
    expect(await tombstones()).toHaveLength(1);
  });

  test("are deleted completely after an interruption, even with a subscription in the meantime", async () => {
    await sweepAt(day(29));
    const before = await traces(org.orgId);
    let batches = 0;
    await expect(
      deleteOrganization(db.ownerPool, org.orgId, day(30, 1), () => {
        if (++batches === 3) throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    const half = await traces(org.orgId);
    expect(half["organization"]).toBe(1);
    expect(half).not.toEqual(before);
    await sweepAt(day(30, 2));
    expect(await traces(org.orgId)).toEqual(left);
    const [{ counts, deleted_at: deletedAt }] = await tombstones();
    expect(deletedAt).toEqual(day(30, 2));
    // Rows deleted before the interruption are counted too.
    expect(counts).toMatchObject({ lead: before["lead"], deal: before["deal"], organization: 1 });
  });

  test("are deleted once in concurrent calls, and never before their time", async () => {
    await sweepAt(day(29));
    expect(await deleteOrganization(db.ownerPool, org.orgId, day(30))).toBe(false);
    expect(await deleteOrganization(db.ownerPool, other.orgId, day(99))).toBe(false);
    const done = await Promise.all(
      Array.from({ length: 3 }, () => deleteOrganization(db.ownerPool, org.orgId, day(30, 1))),
    );
    expect(done).toContain(true);
    expect(await traces(org.orgId)).toEqual(left);
    const [{ counts }] = await tombstones();
    expect(counts).toMatchObject({ organization: 1 });
    expect(await deleteOrganization(db.ownerPool, org.orgId, day(31))).toBe(false);
  });

  test("include tables that are added later", async () => {
    await db.ownerPool.query(
      `create table tomorrow (org_id uuid not null, id int, lead_id uuid, primary key (org_id, id),
         foreign key (org_id, lead_id) references lead (org_id, id))`,
    );
    await db.ownerPool.query(
      "insert into tomorrow select org_id, row_number() over (), id from lead where org_id = any($1)",
      [[org.orgId, other.orgId]],
    );
    const others = await traces(other.orgId);
    await sweepAt(day(29));
    await sweepAt(day(30, 1));
    expect(await traces(org.orgId)).toEqual(left);
    expect(await traces(other.orgId)).toEqual(others);
  });

  test("are deleted in batches", async () => {
    await db.ownerPool.query(
      `insert into audit_log (org_id, id, actor, action, entity, entity_id, data)
       select $1, gen_random_uuid(), 'operator', 'x.y', 'x', gen_random_uuid(), '{}' from generate_series(1, 4500)`,
      [org.orgId],
    );
    await sweepAt(day(29));
    const sizes: number[] = [];
    await deleteOrganization(db.ownerPool, org.orgId, day(30, 1), (table, rows) => {
      if (table === "audit_log") sizes.push(rows);
    });
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBe(2_000);
    expect(await traces(org.orgId)).toEqual(left);
  });
});
