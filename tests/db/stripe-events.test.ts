import type { AddressInfo, Server } from "node:net";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { paths } from "~/paths/paths";
import { log } from "~/platform/log.server";
import { simulatedEvent, signed, type SimulatedEvent } from "~/platform/stripe/simulator/events.server";
import { simulatedSecret } from "~/platform/stripe/simulator/open-simulator.server";
import { stripeEvents } from "../../cli/http/stripe-events";
import { tasks } from "../../jobs/tasks";
import { formsOnly } from "../../cli/http/forms";
import { originCheck } from "../../cli/http/security";
import { createOrg, type Org } from "../factories/organizations";
import { customerOf, payWithoutEvents, changeWithoutEvents, subscriptionOf } from "../factories/subscriptions";
import { TEST_APP_URL, TEST_SECRET, useDatabase } from "../support/database";
import { isNightly } from "../support/nightly";

const db = useDatabase({ stripe: true });
const SECRET = simulatedSecret(TEST_SECRET);
let server: Server;
let address: string;

beforeAll(async () => {
  const app = express();
  app.use(stripeEvents(db.database, db.context.billing));
  app.use(originCheck(TEST_APP_URL, true), formsOnly("session"));
  server = app.listen(0);
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${paths.stripeEvents()}`;
});
afterAll(() => void server.close());

let org: Org;
let customer: string;

beforeEach(async () => {
  org = await createOrg(db.database);
  customer = await payWithoutEvents(db, org);
  await db.runJobs();
});

async function post(body: string, headers: Record<string, string>) {
  const answer = await fetch(address, { method: "POST", body, headers });
  await answer.text();
  return answer.status;
}

async function deliver(event: SimulatedEvent, secret = SECRET, headers: Record<string, string> = {}) {
  const { payload, signature } = signed(event, secret);
  return post(payload, { "Stripe-Signature": signature, ...headers });
}

const about = (type: string, at = new Date()) => simulatedEvent(type, { id: "in_1", customer } as { id: string }, at);
const stored = async () => Number((await db.ownerPool.query("select count(*) from stripe_event")).rows[0].count);

describe("[BIL-05] S1: only events with Stripe's valid signature are accepted", () => {
  test("a valid event is stored together with its job, whatever its origin", async () => {
    const before = await stored();
    const foreign = { Origin: "https://stripe.com", "Sec-Fetch-Site": "cross-site" };
    expect(await deliver(about("invoice.paid"), SECRET, foreign)).toBe(200);
    expect(await stored()).toBe(before + 1);
    expect(await db.jobs("stripe.event")).toHaveLength(1);
  });

  test("[BIL-05] an event with a damaged id is answered with 400 and not stored", async () => {
    const before = await stored();
    for (const damage of ["\0", "\ud83d"]) {
      const event = simulatedEvent("invoice.paid", { id: `in_${damage}`, customer }, new Date());
      expect(await deliver(event)).toBe(400);
    }
    expect(await stored()).toBe(before);
  });

  test("any other request is answered with 400 and not stored", async () => {
    const before = await stored();
    const { payload, signature } = signed(about("invoice.paid"), SECRET);
    const flipped = payload.replace("invoice.paid", "invoice.paie");
    expect(await post(flipped, { "Stripe-Signature": signature })).toBe(400);
    const again = JSON.stringify(JSON.parse(payload), null, 1);
    expect(await post(again, { "Stripe-Signature": signature })).toBe(400);
    expect(await post(payload, {})).toBe(400);
    expect(await post("", { "Stripe-Signature": signature })).toBe(400);
    expect(await deliver(about("invoice.paid"), "whsec_of_somebody_else")).toBe(400);
    expect(await post(payload, { "Stripe-Signature": aged(payload, 301) })).toBe(400);
    expect(await stored()).toBe(before);
    expect(await post(payload, { "Stripe-Signature": aged(payload, 295) })).toBe(200);
  });

  test("each rejected request writes one short log line, without stack and content", async () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    const { payload } = signed(about("invoice.paid"), SECRET);
    const forged = ["", "t=1,v1=x", "x".repeat(5_000), aged(payload, 301)];
    for (const signature of forged) await post(payload, { "Stripe-Signature": signature });
    const lines = warn.mock.calls.map(([facts, text]) => ({ ...(facts as object), text }));
    warn.mockRestore();
    expect(lines).toHaveLength(forged.length);
    for (const line of lines) {
      for (const value of Object.values(line)) expect(typeof value).toBe("string");
      expect(JSON.stringify(line).length).toBeLessThan(400);
      expect(JSON.stringify(line)).not.toMatch(/evt_|xxx/);
    }
  });

  test("a body that is too long and another method are rejected", async () => {
    expect(await post("x".repeat(300 * 1024), {})).toBe(413);
    expect((await fetch(address)).status).toBe(405);
  });

  test("unhandled types and events without a customer are answered with 200", async () => {
    const before = await stored();
    expect(await deliver(about("charge.refunded"))).toBe(200);
    expect(await deliver(simulatedEvent("invoice.paid", { id: "in_2" }, new Date()))).toBe(200);
    expect(await stored()).toBe(before);
  });

  test("an event of an unknown customer is handled without effect", async () => {
    customer = "cus_of_another_program";
    expect(await deliver(about("invoice.paid"))).toBe(200);
    expect(await db.runJobs()).toBeGreaterThan(0);
  });
});

function aged(payload: string, seconds: number): string {
  const timestamp = Math.floor(Date.now() / 1000) - seconds;
  return signed(JSON.parse(payload) as SimulatedEvent, SECRET, timestamp).signature;
}

test("[BIL-05] S2: the same event 50 times concurrently queues one job, and later repeats none", async () => {
  const event = about("customer.subscription.updated");
  const before = await stored();
  const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(event)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await stored()).toBe(before + 1);
  expect(await db.jobs("stripe.event")).toHaveLength(1);
  await db.runJobs();
  expect(await deliver(event)).toBe(200);
  expect(await db.jobs("stripe.event")).toHaveLength(0);
});

describe("[BIL-05] S3: in any order of events, the state is Stripe's current one", () => {
  const types = [
    "checkout.session.completed",
    "customer.subscription.created",
    "invoice.paid",
    "customer.subscription.updated",
    "invoice.payment_failed",
    "customer.subscription.deleted",
  ] as const;

  /** Organizations whose orders are tested concurrently. */
  const AT_ONCE = 8;

  /** The selected orders have each event in each position, and before and after each other event. */
  const EVERY = isNightly ? 1 : 13;

  test(`${Math.ceil(720 / EVERY)} of the 720 orders of six events, after the subscription has ended`, async () => {
    const orgs = await Promise.all(Array.from({ length: AT_ONCE }, () => createOrg(db.database)));
    for (const one of orgs) {
      await payWithoutEvents(db, one);
      await changeWithoutEvents(db, one, "end");
    }
    const all = permutations([...types]);
    expect(all).toHaveLength(720);
    const orders = all.filter((_, number) => number % EVERY === 0);
    const pairs = orders.flatMap((order) => order.flatMap((one, at) => order.slice(at + 1).map((two) => one + two)));
    expect(new Set(pairs).size).toBe(6 * 5);
    const places = orders.flatMap((order) => order.map((one, at) => one + at));
    expect(new Set(places).size).toBe(6 * 6);
    await Promise.all(
      orgs.map(async (one, lane) => {
        const customerId = await customerOf(db, one);
        const mine = [...orders.entries()].filter(([number]) => number % AT_ONCE === lane);
        const idOf = (number: number, position: number) => `evt_${number}_${position}`;
        const events = mine.flatMap(([number, order]) =>
          order.map((type, position) => ({ id: idOf(number, position), type })),
        );
        await db.ownerPool.query(
          `insert into stripe_event (id, type, customer_id, object_id)
           select id, type, $3, 'in_1' from unnest($1::text[], $2::text[]) as event(id, type)`,
          [events.map(({ id }) => id), events.map(({ type }) => type), customerId],
        );
        for (const [number, order] of mine) {
          await db.ownerPool.query(
            "update organization set subscription_status = 'active', subscription_cancels = true where org_id = $1",
            [one.orgId],
          );
          for (const position of order.keys()) {
            await tasks["stripe.event"].run({ event_id: idOf(number, position) }, db.context);
          }
          expect(await subscriptionOf(db, one), order.join()).toMatchObject({
            status: "canceled",
            cancels: false,
          });
        }
      }),
    );
  });
});

function permutations<T>(of: T[]): T[][] {
  if (of.length === 0) return [[]];
  return of.flatMap((one, at) => permutations(of.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}
