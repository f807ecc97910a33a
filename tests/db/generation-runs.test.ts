import { markPaymentPaid } from "~/domain/commissions/pay-commissions.server";
import { beforeEach, expect, test } from "vitest";
import { queueGeneration } from "~/domain/commissions/generation-run.server";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { listRuns } from "~/domain/commissions/list-runs.server";
import { previewGeneration } from "~/domain/commissions/preview-generation.server";
import { runGeneration } from "~/domain/commissions/run-generation.server";
import { generateOrQueue } from "~/domain/commissions/start-generation.server";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

const preview = (dealId?: string) =>
  asOwner(db.database, org, (scope) => previewGeneration(scope, dealId ? { dealId } : {}));
const run = () => runGeneration((use) => asOwner(db.database, org, use));
const runs = (of = org) => asOwner(db.database, of, (scope) => listRuns(scope));
const deal = (months: string) => recurringDeal(db.database, org, affiliate, { contract_duration_months: months });

/**
 * Creates recurring deals: one complete, one with 2 of 5 payments missing, one without payments, and two without a
 * commission.
 */
async function world() {
  const [complete, holes, empty, nobody, nothing] = [
    await deal("3"),
    await deal("5"),
    await deal("4"),
    await deal("6"),
    await deal("7"),
  ];
  db.at("2026-06-20T12:00:00Z");
  const { rows } = await db.ownerPool.query<{ id: string }>(
    "select id from commission_payment where deal_id = $1 order by period_start",
    [holes.id],
  );
  await asOwner(db.database, org, (scope) => markPaymentPaid(scope, rows[0]!.id));
  // Paid before the contract moved to another day of the month, so that month is not missing.
  await db.ownerPool.query("update deal set contract_start_date = contract_start_date - 3 where id = $1", [holes.id]);
  await db.ownerPool.query(
    `update commission_payment set period_start = period_start - 3 where deal_id = $1 and status = 'pending'`,
    [holes.id],
  );
  await db.ownerPool.query("delete from commission_payment where id = any($1)", [rows.slice(3).map(({ id }) => id)]);
  await db.ownerPool.query("delete from commission_payment where deal_id = any($1)", [
    [empty.id, nobody.id, nothing.id],
  ]);
  await db.ownerPool.query("update deal set affiliate_id = null where id = $1", [nobody.id]);
  await db.ownerPool.query("update deal set commission_amount = 0 where id = $1", [nothing.id]);
  return { complete, holes, empty, nobody, nothing };
}

test("[COM-03] a preview shows what a run creates and which deals it skips and why, without changes", async () => {
  const { holes, empty, nobody, nothing } = await world();
  const counts = { created: 6, filled: 2, complete: 1, withoutAffiliate: 1, withoutCommission: 1 };
  const seen = await preview();
  expect(seen).toMatchObject(counts);
  expect(seen.missing.map(({ id, payments }) => [id, payments])).toEqual([
    [empty.id, 4],
    [holes.id, 2],
  ]);
  expect(new Map(seen.skipped.map(({ id, why }) => [id, why]))).toEqual(
    new Map([
      [nobody.id, "no_affiliate"],
      [nothing.id, "no_commission"],
    ]),
  );
  expect(await preview(holes.id)).toMatchObject({ created: 2, filled: 1, complete: 0, withoutAffiliate: 0 });
  expect(await preview()).toEqual(seen);
  expect(await runs()).toEqual([]);

  expect(await run()).toEqual(counts);
  const done = { ...counts, created: 0, filled: 0, complete: 3 };
  expect(await preview()).toEqual({ ...done, missing: [], skipped: seen.skipped });
  expect(await run()).toEqual(done);
});

test("[COM-03] [ORG-07] every run is recorded with actor, time and result, and hidden from other organizations", async () => {
  const { holes } = await world();
  db.at("2026-06-20T13:00:00Z");
  await run();
  db.at("2026-06-21T01:15:00Z");
  await db.database.withOrg(org.orgId, { kind: "job", name: "commissions.generate" }, (scope) =>
    scope.enqueue("commissions.generate", {}),
  );
  await db.runJobs();
  // Generating a single deal is not recorded as a run.
  await asOwner(db.database, org, (scope) => generatePayments(scope, { dealId: holes.id }));
  expect(await runs()).toMatchObject([
    { at: "2026-06-21T01:15:00.000Z", actor: { kind: "job" }, state: "done", created: 0, complete: 3 },
    {
      at: "2026-06-20T13:00:00.000Z",
      actor: { kind: "member" },
      state: "done",
      created: 6,
      filled: 2,
      complete: 1,
      withoutAffiliate: 1,
      withoutCommission: 1,
    },
  ]);
  expect(await runs(await createOrg(db.database))).toEqual([]);
  const asked = [
    asAffiliate(db.database, org, affiliate, (scope) => listRuns(scope)),
    asAffiliate(db.database, org, affiliate, (scope) => previewGeneration(scope)),
  ];
  for (const one of asked) await expect(one).rejects.toMatchObject({ code: "forbidden" });
});

test("[COM-03] [COM-04] a waiting run fails if the organization is paused before its job", async () => {
  await asOwner(db.database, org, (scope) => queueGeneration(scope));
  await db.ownerPool.query(
    "update organization set subscription_status = null, trial_ends_at = '2026-01-01T00:00:00Z' where org_id = $1",
    [org.orgId],
  );
  await db.runJobs();
  const { rows } = await db.ownerPool.query("select failed, is_running from generation_run");
  expect(rows).toEqual([{ failed: true, is_running: false }]);
});

test("[COM-04] a failed run creates nothing and is recorded as failed, and the next one creates everything", async () => {
  await world();
  // A constraint instead of a trigger, which a distributed table does not accept.
  await db.ownerPool.query("alter table commission_payment add constraint refused check (amount < 0) not valid");
  await expect(run()).rejects.toThrow("refused");
  await db.ownerPool.query("alter table commission_payment drop constraint refused");
  expect(await runs()).toMatchObject([{ state: "failed", created: 0, complete: 0 }]);
  expect(await run()).toMatchObject({ created: 6 });

  // A run that is rejected because the organization is paused is not recorded.
  await db.ownerPool.query(
    "update organization set subscription_status = null, trial_ends_at = '2026-06-01T00:00:00Z' where org_id = $1",
    [org.orgId],
  );
  await expect(run()).rejects.toMatchObject({ code: "organization_paused" });
  const { rows } = await db.ownerPool.query("select 1 from generation_run where org_id = $1", [org.orgId]);
  expect(rows).toHaveLength(2);
});

test("[COM-04] the attempts of a failing job count as one run per day, until another run intervenes", async () => {
  await world();
  // The second transaction of an attempt fails; the result of the first one stays.
  const attempt = async (at: string) => {
    db.at(at);
    let opened = 0;
    const failing = runGeneration(
      async (use) => {
        opened += 1;
        if (opened === 2) throw new Error("the connection was lost");
        return db.database.withOrg(org.orgId, { kind: "job", name: "commissions.generate" }, use);
      },
      { atMost: 1, full: true },
    );
    await expect(failing).rejects.toThrow("the connection was lost");
  };
  await attempt("2026-06-21T01:15:00Z");
  const first = await runs();
  expect(first).toMatchObject([{ at: "2026-06-21T01:15:00.000Z", state: "failed", actor: { kind: "job" } }]);
  for (const hour of ["02", "09", "20"]) await attempt(`2026-06-21T${hour}:00:00Z`);
  expect(await runs()).toMatchObject([{ id: first[0]!.id, at: "2026-06-21T01:15:00.000Z", state: "failed" }]);

  // The next day, and after a run of another user.
  await attempt("2026-06-22T01:15:00Z");
  await attempt("2026-06-22T09:00:00Z");
  db.at("2026-06-22T10:00:00Z");
  const all = (await runs()).reduce((sum, { created }) => sum + created, 0);
  expect(await run()).toMatchObject({ created: 6 - all });
  await attempt("2026-06-22T11:00:00Z");
  expect((await runs()).map(({ at, state }) => [at, state])).toEqual([
    ["2026-06-22T11:00:00.000Z", "failed"],
    ["2026-06-22T10:00:00.000Z", "done"],
    ["2026-06-22T01:15:00.000Z", "failed"],
    ["2026-06-21T01:15:00.000Z", "failed"],
  ]);
});

test("[COM-03] [COM-04] many deals are filled in batches, and an interrupted run keeps its batches for the next one", async () => {
  const { holes, empty } = await world();
  const some = (failAt?: number) => {
    let opened = 0;
    return runGeneration(
      async (use) => {
        opened += 1;
        if (opened === failAt) throw new Error("the connection was lost");
        return asOwner(db.database, org, use);
      },
      { atMost: 1 },
    );
  };
  const entries = async () => {
    const { rows } = await db.ownerPool.query<{ action: string; entity_id: string; created: number }>(
      `select action, entity_id, (data ->> 'created')::int as created from audit_log
       where org_id = $1 and created_at >= '2026-06-20' and action like '%generate' order by id`,
      [org.orgId],
    );
    return rows.map((row) => [row.action, row.entity_id, row.created]);
  };
  const ofDeal = (id: string, created: number) => [
    ["commissions.generate", org.orgId, created],
    ["deal.generate", id, created],
  ];
  // One deal after the other by id; complete deals are skipped.
  const order = [holes.id, empty.id].toSorted();
  const payments = new Map([
    [holes.id, 2],
    [empty.id, 4],
  ]);
  const expected = (ids: string[]) => ids.filter((id) => payments.get(id)! > 0);
  await expect(some(2)).rejects.toThrow("the connection was lost");
  const before = expected(order.slice(0, 1));
  const sum = (ids: string[]) => ids.reduce((all, id) => all + payments.get(id)!, 0);
  expect(await entries()).toEqual(before.flatMap((id) => ofDeal(id, payments.get(id)!)));
  expect(await runs()).toMatchObject([{ state: "failed", created: sum(before), filled: before.length }]);
  const after = expected(order.slice(1));
  const rest = { created: sum(after), filled: after.length, complete: 3 - after.length };
  expect(await some()).toEqual({ ...rest, withoutAffiliate: 1, withoutCommission: 1 });
  expect(await entries()).toEqual(expected(order).flatMap((id) => ofDeal(id, payments.get(id)!)));
  expect(await some()).toMatchObject({ created: 0, filled: 0, complete: 3 });
});

test("[COM-03] a job creates the payments of more deals than a request can handle", async () => {
  for (const months of ["3", "2"]) await deal(months);
  await db.ownerPool.query("delete from commission_payment");
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
  const start = (most: number) => generateOrQueue((use) => asOwner(db.database, org, use), most);
  expect(await start(1)).toBeNull();
  expect(await runs()).toMatchObject([{ state: "running", created: 0 }]);
  await db.runJobs();
  expect(await runs()).toMatchObject([{ state: "done", created: 5 }]);
  expect(await start(2)).toMatchObject({ created: 0, complete: 2 });
});
