import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { ensureBuilt } from "../../cli/build.mjs";
import { lanes } from "../../jobs/lanes";
import { releaseJobsOfTheDead } from "../../jobs/live-workers";
import { activeAffiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { asOwner, createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { startReceiver, type Receiver } from "./receiver";
import { startWorkerProcess, type WorkerProcess } from "./worker-process";

const db = useDatabase({ each: true });
let receiver: Receiver;
let processes: WorkerProcess[];

beforeAll(() => ensureBuilt({ web: false }));

beforeEach(async () => {
  processes = [];
  receiver = await startReceiver();
});

afterEach(async () => {
  await Promise.all(processes.map((worker) => worker.end("SIGKILL")));
  await receiver.close();
});

async function startWorker(): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(db, receiver.origin);
  processes.push(worker);
  return worker;
}

/** Queues an event and starts its delivery to the receiver. */
async function sendEvent(): Promise<void> {
  const org = await createOrg(db.database);
  const affiliate = await activeAffiliate(db.database, org);
  await asOwner(db.database, org, (scope) =>
    saveWebhook(
      scope,
      { url: receiver.url, events: ["deal.created", "lead.created"] },
      parseWebhookAllowance(receiver.origin),
    ),
  );
  await submittedLead(db.database, org, affiliate);
}

const locks = async () =>
  (await db.ownerPool.query("select locked_by from graphile_worker._private_jobs where locked_by is not null")).rows;
const deliveries = async () => (await db.ownerPool.query("select status, attempts from webhook_delivery")).rows;
const register = async () => (await db.ownerPool.query("select worker_id from worker_process")).rows;

describe("J1: a killed worker", () => {
  test("its job runs again within 30 s, as the same delivery", { timeout: 90_000 }, async () => {
    receiver.answer = (_, count) => (count === 1 ? "never" : 204);
    await sendEvent();
    const first = await startWorker();
    await receiver.received(1);
    await expect.poll(locks).toHaveLength(1);
    await startWorker();
    expect((await first.end("SIGKILL")).signal).toBe("SIGKILL");
    const killed = performance.now();
    // Nothing has released the job yet; this is what the register is for.
    expect(await locks()).toHaveLength(1);

    await receiver.received(2, 40_000);
    expect(performance.now() - killed).toBeLessThan(30_000);
    const [lost, again] = receiver.requests;
    expect(again!.headers["webhook-id"]).toBe(lost!.headers["webhook-id"]);
    expect(again!.body).toBe(lost!.body);
    await expect.poll(() => db.jobs("webhook.deliver")).toEqual([]);
    expect(await deliveries()).toEqual([{ status: "delivered", attempts: 1 }]);
    expect(receiver.requests).toHaveLength(2);
  });

  test("a long job of a living worker is not released", { timeout: 60_000 }, async () => {
    receiver.answer = "never";
    await sendEvent();
    await startWorker();
    await receiver.received(1);
    await expect.poll(locks).toHaveLength(1);
    await db.ownerPool.query(
      "update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_by is not null",
    );
    expect(await releaseJobsOfTheDead(db.ownerPool)).toEqual([]);
    expect(await locks()).toHaveLength(1);

    // The job is released once its worker has been silent for 15 s, and not earlier.
    await db.ownerPool.query("update worker_process set seen_at = now() - interval '14 seconds'");
    expect(await releaseJobsOfTheDead(db.ownerPool)).toEqual([]);
    await db.ownerPool.query("update worker_process set seen_at = now() - interval '16 seconds'");
    expect(await releaseJobsOfTheDead(db.ownerPool)).toHaveLength(1);
    expect(await locks()).toEqual([]);
  });
});

describe("J3: a worker that is asked to stop", () => {
  test("stops within 10 s during a hanging job, and leaves nothing locked", { timeout: 60_000 }, async () => {
    receiver.answer = "never";
    await sendEvent();
    const worker = await startWorker();
    await receiver.received(1);
    const { code, signal, ms } = await worker.end("SIGTERM");
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(ms).toBeLessThan(10_000);
    expect(await locks()).toEqual([]);
    expect(await register()).toEqual([]);
    // The job waits for another worker.
    expect(await db.jobs("webhook.deliver")).toMatchObject([{ attempts: 1 }]);
  });

  test("finishes a short job first", { timeout: 60_000 }, async () => {
    await sendEvent();
    const slow = new Promise<void>((resolve) => {
      receiver.answer = () => {
        resolve();
        return "never";
      };
    });
    const worker = await startWorker();
    await slow;
    // Another transaction's lock simulates half a second of work.
    const client = await db.ownerPool.connect();
    await client.query("begin");
    await client.query("select 1 from webhook_delivery for update");
    const ending = worker.end("SIGTERM");
    await receiver.close();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await client.query("commit");
    client.release();
    const { code, ms } = await ending;
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    expect(await deliveries()).toEqual([{ status: "pending", attempts: 1 }]);
    expect(await locks()).toEqual([]);
  });

  test("stops immediately without jobs", { timeout: 60_000 }, async () => {
    const worker = await startWorker();
    await expect.poll(register).toHaveLength(lanes({ jobs: 1, deliveries: 1 }).length);
    const { code, ms } = await worker.end("SIGTERM");
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
    expect(await register()).toEqual([]);
  });
});
