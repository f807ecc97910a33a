import { describe, expect, test } from "vitest";
import { jobs } from "~/domain/shared/jobs";
import { attemptDelivery } from "~/domain/webhooks/attempt-delivery.server";
import { claimPendingDeliveries, recordFollowing } from "~/domain/webhooks/following-deliveries.server";
import { openDelivery, recordAttempt } from "~/domain/webhooks/record-attempt.server";
import { createOrg } from "../factories/organizations";
import { useWebhook } from "./webhook-world";

// Deliveries that wait for an endpoint are sent right after one that has arrived there.

const world = useWebhook();
const query = async <T>(sql: string, values: unknown[] = []) =>
  (await world.db.ownerPool.query(sql, values)).rows as T[];

/** Creates deliveries that failed once and are due again. Returns their ids. */
async function waiting(count: number): Promise<string[]> {
  world.receiver.answer = 500;
  for (let made = 0; made < count; made++) await world.lead();
  await world.db.runJobs();
  world.receiver.answer = 204;
  await world.hurry();
  await query("update webhook_delivery set next_attempt_at = now()");
  return (await query<{ id: string }>("select id from webhook_delivery order by created_at, id")).map(({ id }) => id);
}

const states = () =>
  query<{ status: string; attempts: number; kept: number }>(
    `select d.status, d.attempts, (select count(*)::int from webhook_attempt a where a.delivery_id = d.id) kept
     from webhook_delivery d order by d.created_at, d.id`,
  );

/** Claims the following deliveries after the first one has arrived, like the job. */
async function holdBeside(id: string, durationMs = 1) {
  const first = (await world.as((scope) => openDelivery(scope, id, undefined)))!;
  const secrets = first.secrets.map(world.db.context.unseal);
  const sender = {
    post: async () => ({ status: 204, excerpt: "", retryAfter: null }),
    allowance: world.db.context.webhooks,
  };
  const result = await attemptDelivery({ ...first, secrets }, sender);
  const held = await world.as(async (scope) => {
    await recordAttempt(scope, first, result);
    return claimPendingDeliveries(scope, first, durationMs);
  });
  return { held, result };
}

describe("[HOOK-03] many waiting deliveries", () => {
  test("are sent by one job, each once with its own id, body and attempt", async () => {
    await waiting(30);
    const before = new Map(world.receiver.requests.map(({ headers, body }) => [headers["webhook-id"], body]));
    world.receiver.requests.splice(0);
    // With one slot, the first job sends all others.
    expect(await world.db.runJobs()).toBe(1);
    expect(new Map(world.receiver.requests.map(({ headers, body }) => [headers["webhook-id"], body]))).toEqual(before);
    expect(world.receiver.requests).toHaveLength(30);
    expect(await states()).toEqual(Array(30).fill({ status: "delivered", attempts: 2, kept: 2 }));
    expect(await world.db.jobs()).toEqual([]);
  });

  test("are claimed in batches of at most 50", async () => {
    await waiting(60);
    expect(await world.db.runJobs()).toBe(2);
    expect(new Set((await states()).map(({ status }) => status))).toEqual(new Set(["delivered"]));
  });

  test("continue in separate jobs after one fails, which waits for its next attempt", async () => {
    await waiting(8);
    world.receiver.requests.splice(0);
    world.receiver.answer = (_, count) => (count === 4 ? 503 : 204);
    expect(await world.db.runJobs()).toBe(2);
    const failed = world.receiver.requests[3]!.headers["webhook-id"];
    const rows = await query(
      "select id, status, attempts, last_status from webhook_delivery where status <> 'delivered'",
    );
    expect(rows).toEqual([{ id: failed, status: "pending", attempts: 2, last_status: 503 }]);
    expect(world.receiver.requests).toHaveLength(8);
    const [job, ...others] = await world.db.jobs();
    expect(others).toEqual([]);
    expect(job).toMatchObject({ payload: { delivery_id: failed, attempt: 2 } });
    // By the timetable: 5 min ± 20 %.
    expect(job!.runAt.getTime() - Date.now()).toBeGreaterThan(230_000);
  });

  test("are not sent if the receiver rejects the first one", async () => {
    await waiting(5);
    world.receiver.requests.splice(0);
    world.receiver.answer = 500;
    expect(await world.db.runJobs()).toBe(5);
    expect(world.receiver.requests).toHaveLength(5);
    expect((await states()).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2]);
  });
});

describe("[HOOK-03] jobs of claimed deliveries", () => {
  test("run by themselves soon if the claiming process dies", async () => {
    const [first] = await waiting(4);
    const { held } = await holdBeside(first!);
    expect(held).toHaveLength(3);
    const jobs = (await world.db.jobs()).filter(({ payload }) => payload["delivery_id"] !== first);
    expect(jobs).toHaveLength(3);
    for (const { runAt } of jobs) {
      const seconds = (runAt.getTime() - Date.now()) / 1000;
      expect(seconds).toBeGreaterThan(15);
      expect(seconds).toBeLessThan(26);
    }
    // No other process can claim them meanwhile.
    const keys = held.map(({ id }) => `deliver:${id}`);
    expect(await world.as((scope) => scope.postponeJobs(keys, 25))).toEqual([]);
    await world.hurry();
    await world.db.runJobs();
    expect((await states()).map(({ status }) => status)).toEqual(Array(4).fill("delivered"));
    expect(await world.db.jobs()).toEqual([]);
  });

  test.each([
    [5, 7],
    [60, 4],
    [250, 1],
    [251, 0],
  ])("after a response within %d ms are %d", async (durationMs, count) => {
    const [first] = await waiting(8);
    expect((await holdBeside(first!, durationMs)).held).toHaveLength(count);
  });

  test("stay if the delivery was recorded by another process meanwhile", async () => {
    const [first, second] = await waiting(2);
    const { held, result } = await holdBeside(first!);
    await query("update webhook_delivery set attempts = attempts + 1 where id = $1", [second]);
    await world.as((scope) => recordFollowing(scope, held, [{ delivery: held[0]!, result }]));
    const left = (await world.db.jobs()).map(({ payload }) => payload["delivery_id"]);
    expect(left).toContain(second);
  });

  test("are claimed only if they are due and not running", async () => {
    const ids = await waiting(4);
    const key = (id: string) => `${world.org.orgId}:deliver:${id}`;
    const set = (id: string, change: string) =>
      query(`update graphile_worker._private_jobs set ${change} where key = $1`, [key(id)]);
    await set(ids[1]!, "locked_at = now(), locked_by = 'another'");
    await set(ids[2]!, "run_at = now() + interval '1 minute'");
    const held = await world.as((scope) =>
      scope.postponeJobs(
        ids.map((id) => `deliver:${id}`),
        25,
      ),
    );
    expect(held.sort()).toEqual([`deliver:${ids[0]}`, `deliver:${ids[3]}`].sort());
    // A running job is not removed either.
    await world.as((scope) => scope.removeJobs(ids.map((id) => `deliver:${id}`)));
    expect((await world.db.jobs()).map((job) => job.key)).toEqual([key(ids[1]!)]);
    await set(ids[1]!, "locked_at = null, locked_by = null");
  });

  test("[ORG-07] of another organization are neither postponed nor removed", async () => {
    const [id] = await waiting(1);
    const other = await createOrg(world.db.database);
    const foreign = [`deliver:${id}`, `${world.org.orgId}:deliver:${id}`];
    await world.db.database.withOrg(other.orgId, other.owner.actor, async (scope) => {
      expect(await scope.postponeJobs(foreign, 25)).toEqual([]);
      await scope.removeJobs(foreign);
    });
    expect(jobs["webhook.deliver"].payload.parse((await world.db.jobs())[0]!.payload).delivery_id).toBe(id);
    const alone = (call: string) =>
      world.db.database.withIdentity((scope) => scope.db.$queryRaw({ strings: [`select 1 from ${call}`], values: [] }));
    await expect(alone("app.hold_jobs('{a}', 1)")).rejects.toThrow("needs the organisation");
    await expect(alone("app.end_jobs('{a}')")).rejects.toThrow("needs the organisation");
  });
});
