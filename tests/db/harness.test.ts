import pg from "pg";
import { expect, it } from "vitest";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { addMember, createOrg } from "../factories/organizations";
import { useDatabase, type FailedJob } from "../support/database";
import { giveBackDatabase, takeDatabase } from "../support/opened-database";

const db = useDatabase();

it("factories write, the clock can be set, jobs run with the real tasks and emails are collected", async () => {
  db.at("2026-03-01T10:00:00Z");
  expect((await db.database.readiness()).queue).toBe(true);
  const org = await createOrg(db.database, { name: "Nordlicht" });
  await addMember(db.database, org);
  const affiliate = await activeAffiliate(db.database, org, { name: "Ada", email: "ada@example.com" });
  await withTerms(db.database, org, affiliate);
  expect((await oneTimeDeal(db.database, org, affiliate)).commission.result.amount).toBe(100_00);
  expect((await recurringDeal(db.database, org, affiliate)).paymentsGenerated).toBe(true);
  const { rows } = await db.ownerPool.query("select created_at from affiliate");
  expect(rows).toEqual([{ created_at: new Date("2026-03-01T10:00:00Z") }]);

  const waiting = await db.jobs();
  expect(waiting.map(({ task }) => task).sort()).toEqual([
    "mail.link",
    ...Array(2).fill("mail.notification"),
    ...Array(4).fill("webhook.emit"),
  ]);
  expect((await db.jobs("webhook.emit"))[0]!.payload["org_id"]).toBe(org.orgId);
  expect(await db.runJobs()).toBe(waiting.length);
  expect(await db.jobs()).toEqual([]);
  expect(db.mails.map(({ to }) => to)).toEqual(Array(3).fill({ name: "Ada", address: "ada@example.com" }));
});

it("a failing job fails the test that runs it, unless the test expects it", async () => {
  await db.ownerPool.query(`select graphile_worker.add_job('mail.link', '{}')`);
  await expect(db.runJobs()).rejects.toThrow("job mail.link failed");
  await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");
  const failed: FailedJob[] = [];
  expect(await db.runJobs(failed)).toBe(0);
  expect(failed).toMatchObject([{ task: "mail.link" }]);
});

it("the next file gets a kept database empty, and another one if a file has changed more than rows of its own", async () => {
  const first = await takeDatabase();
  await createOrg(first.database);
  first.at("2026-03-01T10:00:00Z");
  await giveBackDatabase(first);
  const second = await takeDatabase();
  expect(second).toBe(first);
  expect((await second.ownerPool.query("select from organization")).rowCount).toBe(0);
  expect(Math.abs(second.database.now().getTime() - Date.now())).toBeLessThan(60_000);

  await second.ownerPool.query("create table extra ()");
  await giveBackDatabase(second);
  const third = await takeDatabase();
  expect(third).not.toBe(second);
  await third.ownerPool.query("update graphile_worker.migrations set ts = now()");
  await giveBackDatabase(third);
  const fourth = await takeDatabase();
  expect(fourth).not.toBe(third);

  const left = new pg.Client({ connectionString: fourth.addresses.runtimeUrl });
  await left.connect();
  await expect(giveBackDatabase(fourth)).rejects.toThrow("connections leaked");
  await left.end();
});
