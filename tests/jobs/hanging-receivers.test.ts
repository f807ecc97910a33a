import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queueGeneration } from "~/domain/commissions/generation-run.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { startWorker, type RunningWorker } from "../../jobs/worker";
import { activeAffiliate, invitedAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { isNightly } from "../support/nightly";
import { startReceiver, type Receiver } from "./receiver";

const ROUNDS = isNightly ? 5 : 3;
/** Max delay of the median that W7 allows. */
const ALLOWED_MS = 1_000;

const db = useDatabase({ each: true });
let hanging: Receiver;
let quick: Receiver;
let worker: RunningWorker;

beforeEach(async () => {
  [hanging, quick] = [await startReceiver(), await startReceiver()];
  hanging.answer = "never";
  db.context.webhooks = parseWebhookAllowance(`${hanging.origin},${quick.origin}`);
  worker = await startWorker(db.context, { jobs: 5, deliveries: 20 }, { cron: false });
});

afterEach(async () => {
  // A hanging request ends with its receiver, so the worker stops immediately.
  await Promise.all([hanging.close(), quick.close()]);
  await worker.stop();
});

async function orgWithWebhook(url: string): Promise<{ org: Org; affiliate: Affiliate; leadId: string }> {
  const org = await createOrg(db.database);
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  const leadId = await submittedLead(db.database, org, affiliate);
  // Earlier events have no webhook, and their emails are sent.
  await expect.poll(async () => (await db.jobs()).filter(({ task }) => task !== "webhook.deliver")).toEqual([]);
  await asOwner(db.database, org, (scope) =>
    saveWebhook(scope, { url, events: ["deal.created", "lead.created"] }, db.context.webhooks),
  );
  return { org, affiliate, leadId };
}

/** Emits many events of the organization in one batch, as an import would. */
async function emitEvents({ org, leadId }: { org: Org; leadId: string }, count: number): Promise<void> {
  const event = { event: "lead.created" as const, timestamp: new Date().toISOString(), lead_id: leadId };
  await asOwner(db.database, org, async (scope) => {
    for (let made = 0; made < count; made++) {
      await scope.enqueue("webhook.emit", { ...event, event_id: randomUUID() });
    }
  });
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error("not done after 30 s");
    await setTimeout(5);
  }
}

async function elapsed(act: () => Promise<unknown>, done: () => boolean | Promise<boolean>): Promise<number> {
  await act();
  const started = performance.now();
  await until(done);
  return performance.now() - started;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;

/** Work of others: an event, a sign-in link, an email about money, and a generation run. */
const measured = ["webhook", "link", "notice", "run"] as const;

/** Returns the median times from commit to arrival, in ms. */
async function measure({ org, affiliate }: { org: Org; affiliate: Affiliate }) {
  const times: Record<(typeof measured)[number], number[]> = { webhook: [], link: [], notice: [], run: [] };
  let runId = "";
  const hasEnded = async () => {
    const ended = "select id from generation_run where id = $1 and not is_running and not failed";
    return (await db.ownerPool.query(ended, [runId])).rowCount === 1;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const [requests, mails] = [quick.requests.length, db.mails.length];
    let lead_id = "";
    times.webhook.push(
      await elapsed(
        async () => (lead_id = await submittedLead(db.database, org, affiliate)),
        () => quick.requests.length > requests,
      ),
    );
    times.link.push(
      await elapsed(
        () => invitedAffiliate(db.database, org),
        () => db.mails.length > mails,
      ),
    );
    times.notice.push(
      await elapsed(
        () => oneTimeDeal(db.database, org, affiliate, { lead_id }),
        () => db.mails.length > mails + 1,
      ),
    );
    await until(() => quick.requests.length > requests + 1);
    times.run.push(
      await elapsed(async () => {
        runId = await asOwner(db.database, org, (scope) => queueGeneration(scope));
      }, hasEnded),
    );
  }
  return Object.fromEntries(measured.map((what) => [what, median(times[what])])) as Record<
    (typeof measured)[number],
    number
  >;
}

function expectHardlySlower(
  busy: Awaited<ReturnType<typeof measure>>,
  alone: Awaited<ReturnType<typeof measure>>,
): void {
  for (const what of measured) {
    expect(busy[what] - alone[what], what).toBeLessThan(ALLOWED_MS);
  }
}

test(
  "[W7] 1,000 events for a receiver that never responds delay no other organization",
  { timeout: 120_000 },
  async () => {
    const other = await orgWithWebhook(quick.url);
    const alone = await measure(other);
    const slow = await orgWithWebhook(hanging.url);
    await emitEvents(slow, 1_000);
    await hanging.received(1);
    expectHardlySlower(await measure(other), alone);
    expect((await db.jobs("webhook.deliver")).length).toBeGreaterThan(0);
  },
);

test(
  "[W7] fifteen organizations with hanging receivers delay no other organization",
  { timeout: 120_000 },
  async () => {
    const other = await orgWithWebhook(quick.url);
    const alone = await measure(other);
    for (let count = 0; count < 15; count++) {
      await emitEvents(await orgWithWebhook(hanging.url), 10);
    }
    await hanging.received(15);
    expectHardlySlower(await measure(other), alone);
  },
);
