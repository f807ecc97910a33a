import { randomInt, randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { emitEvents } from "~/domain/webhooks/emit-event.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { ensureBuilt } from "../../cli/build.mjs";
import { activeAffiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { asOwner, createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { isNightly } from "../support/nightly";
import { startReceiver, type Receiver } from "./receiver";
import { startWorkerProcess, type WorkerProcess } from "./worker-process";

const ORGANIZATIONS = 5;
const EVENTS = isNightly ? 1_000 : 150;
const KILLS = isNightly ? 5 : 2;
const TRANSACTIONS = isNightly ? 10_000 : 300;
const WITHIN_MS = 120_000;

const db = useDatabase({ each: true, connections: 10 });
let receiver: Receiver;
let worker: WorkerProcess | undefined;

beforeAll(() => ensureBuilt({ web: false }));
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await worker?.end("SIGKILL");
  await receiver.close();
});

/** Creates organizations with a webhook and a lead each. */
async function makeOrganizations() {
  const allowance = parseWebhookAllowance(receiver.origin);
  const made = [];
  for (let count = 0; count < ORGANIZATIONS; count++) {
    const org = await createOrg(db.database);
    const affiliate = await activeAffiliate(db.database, org);
    const leadId = await submittedLead(db.database, org, affiliate);
    await asOwner(db.database, org, (scope) =>
      saveWebhook(scope, { url: receiver.url, events: ["deal.created", "lead.created"] }, allowance),
    );
    made.push({ org, leadId });
  }
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
  return made;
}

test(
  `[HOOK-03] W6 ${EVENTS} deliveries with the worker killed ${KILLS} times all arrive soon after the last kill`,
  { timeout: 300_000 },
  async () => {
    const ids = new Set<string>();
    for (const { org, leadId } of await makeOrganizations()) {
      await asOwner(db.database, org, async (scope) => {
        for (let count = 0; count < EVENTS / ORGANIZATIONS; count++) {
          const event_id = randomUUID();
          ids.add(event_id);
          const event = {
            event: "lead.created" as const,
            timestamp: scope.now.toISOString(),
            lead_id: leadId,
          };
          await scope.enqueue("webhook.emit", { ...event, event_id });
        }
      });
    }
    let heard = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      worker = await startWorkerProcess(db, receiver.origin);
      // At a random time during its work, and early enough that something is left for the next one.
      await receiver.received(heard + randomInt(1, Math.floor(EVENTS / (KILLS + 1))), 60_000);
      const { signal } = await worker.end("SIGKILL");
      expect(signal).toBe("SIGKILL");
      // It had not finished.
      expect(receiver.requests.length).toBeLessThan(EVENTS);
      heard = receiver.requests.length;
    }
    const killed = performance.now();
    worker = await startWorkerProcess(db, receiver.origin);
    const arrived = () => new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
    await expect.poll(() => arrived().size, { timeout: WITHIN_MS, interval: 200 }).toBe(EVENTS);
    expect(performance.now() - killed).toBeLessThan(WITHIN_MS);
    expect(arrived()).toEqual(ids);
    // Repeated deliveries are identical, so that a receiver can recognize them.
    const bodies = new Map<string, string>();
    for (const { headers, body } of receiver.requests) {
      const id = String(headers["webhook-id"]);
      expect(bodies.get(id) ?? body).toBe(body);
      bodies.set(id, body);
    }
    await expect.poll(() => db.jobs(), { timeout: 60_000 }).toEqual([]);
    const { rows } = await db.ownerPool.query("select status, count(*)::int from webhook_delivery group by 1");
    expect(rows).toEqual([{ status: "delivered", count: EVENTS }]);
  },
);

test(
  `[HOOK-03] W6 ${TRANSACTIONS} transactions, three of ten rolled back, emit exactly one event per commit`,
  { timeout: 180_000 },
  async () => {
    const [{ org }] = (await makeOrganizations()) as [Awaited<ReturnType<typeof makeOrganizations>>[0]];
    const committed = new Set<string>();
    let next = 0;
    const work = async () => {
      for (let index = next++; index < TRANSACTIONS; index = next++) {
        const leadId = randomUUID();
        const rollBack = index % 10 < 3;
        await asOwner(db.database, org, async (scope) => {
          await emitEvents(scope, [{ event: "lead.created", lead_id: leadId }]);
          if (rollBack) throw new Error("rolled back");
        }).catch((error: Error) => {
          if (error.message !== "rolled back") throw error;
        });
        if (!rollBack) committed.add(leadId);
      }
    };
    await Promise.all(Array.from({ length: 10 }, work));
    expect(committed.size).toBe(TRANSACTIONS * 0.7);
    const { rows } = await db.ownerPool.query<{ lead: string }>(
      "select payload->>'lead_id' as lead from graphile_worker._private_jobs",
    );
    expect(rows.map(({ lead }) => lead).sort()).toEqual([...committed].sort());
  },
);
