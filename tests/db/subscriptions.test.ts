import { beforeEach, describe, expect, test, vi } from "vitest";
import { checkSubscription } from "~/domain/subscriptions/check-subscription.server";
import { askIfStale } from "~/domain/subscriptions/ask-if-stale.server";
import type { Billing, SubscriptionReading } from "~/domain/subscriptions/billing";
import { startCheckout } from "~/domain/subscriptions/start-checkout.server";
import { effectiveSubscription } from "~/platform/stripe/counting-subscription";
import { memoryOf } from "~/platform/stripe/simulator/memory.server";
import { loader as success } from "~/routes/_site.subscription-success";
import { action } from "~/routes/_app.settings.subscription/route";
import { sessionCookie } from "~/server/app-context.server";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn, type Person } from "../factories/people";
import {
  begunCheckout,
  customerOf,
  payWithoutEvents,
  changeWithoutEvents,
  subscriptionOf,
} from "../factories/subscriptions";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

const db = useDatabase({ stripe: true });
useRoutes(db);
let org: Org;
const path = "/settings/subscription";

beforeEach(async () => {
  org = await createOrg(db.database, { trial: true });
});

const check = (billing: Billing = db.context.billing) =>
  checkSubscription((use) => db.database.withOrg(org.orgId, org.owner.actor, use, "subscription"), billing);
const cookieOf = async (person: Person) =>
  (await sessionCookie().serialize(await signIn(db.database, person))).split(";")[0]!;
const customers = async () =>
  (await db.ownerPool.query("select customer_id as id from stripe_customer where org_id = $1", [org.orgId])).rows as {
    id: string;
  }[];

test("[BIL-03] S6: twenty concurrent checkouts create one customer, whose metadata contain the organization", async () => {
  await Promise.all(Array.from({ length: 20 }, () => begunCheckout(db, org)));
  const [customer, ...more] = await customers();
  expect(more).toEqual([]);
  const known = await memoryOf(db.database).find("customer", customer!.id);
  expect(known).toMatchObject({ name: org.name, email: org.owner.email, metadata: { org_id: org.orgId } });
  const { rows } = await db.ownerPool.query(
    "select 1 from stripe_simulation where kind = 'customer' and data->'metadata'->>'org_id' = $1",
    [org.orgId],
  );
  expect(rows).toHaveLength(1);
});

test("[BIL-03] S6: if two customers are created nevertheless, the first is effective", async () => {
  const nothing = {
    status: null,
    endsAt: null,
    cancels: false,
    unpaid: false,
    productId: null,
    interval: null,
    paid: [],
  };
  const billing = {
    ...db.context.billing,
    createCustomer: async () => `cus_${Math.random()}`,
    readSubscription: async () => nothing,
  };
  const seen: string[] = [];
  const startCheckoutAt = async ({ customerId }: { customerId: string }) => {
    seen.push(customerId);
    return "https://checkout.stripe.com/x";
  };
  const wish = {
    ...({ interval: "monthly", email: "a@example.com", language: "en" } as const),
    noteFor: (organization: string) => organization,
  };
  const start = () =>
    startCheckout((use) => asOwner(db.database, org, use), { ...billing, startCheckout: startCheckoutAt }, wish);
  await Promise.all(Array.from({ length: 10 }, start));
  expect(new Set(seen).size).toBe(1);
  expect(await customers()).toEqual([{ id: seen[0] }]);
});

test("[BIL-03] a checkout ends the customer's open checkouts", async () => {
  const [first, second] = [await begunCheckout(db, org), await begunCheckout(db, org, "yearly")];
  const memory = memoryOf(db.database);
  expect(await memory.find("session", first)).toMatchObject({ status: "expired" });
  expect(await memory.find("session", second)).toMatchObject({
    status: "open",
    metadata: { price: "price_simulatedyearly" },
    client_reference_id: org.orgId,
    success_url: expect.stringMatching(/\/subscription-success$/),
  });
});

test("[BIL-03] S5: the paid time ends with the item's period, and plan and product are stored", async () => {
  await payWithoutEvents(db, org, "yearly");
  expect(await subscriptionOf(db, org)).toMatchObject({ status: null, ends: null });
  await check();
  const [subscription] = await memoryOf(db.database).ofCustomer("subscription", await customerOf(db, org));
  expect(subscription).not.toHaveProperty("current_period_end");
  const period = subscription!.items.data[0]!.current_period_end;
  expect(await subscriptionOf(db, org)).toMatchObject({
    status: "active",
    cancels: false,
    interval: "yearly",
    product: "prod_simulatedpremium",
    ends: new Date(period * 1000),
  });
  await changeWithoutEvents(db, org, "cancel");
  await check();
  expect(await subscriptionOf(db, org)).toMatchObject({ status: "active", cancels: true });
  await changeWithoutEvents(db, org, "renew");
  await check();
  expect(await subscriptionOf(db, org)).toMatchObject({ status: "canceled", cancels: false });
});

test("[BIL-05] S3: a late result of an older query does not replace a newer one", async () => {
  await payWithoutEvents(db, org);
  const reading = (status: "active" | "canceled"): SubscriptionReading => ({
    status,
    endsAt: null,
    cancels: false,
    unpaid: false,
    productId: null,
    interval: null,
    paid: [],
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked = deferred();
  const slow: Billing = {
    ...db.context.billing,
    async readSubscription() {
      asked.resolve();
      await held;
      return reading("active");
    },
  };
  const older = check(slow);
  await asked.promise;
  await check({ ...db.context.billing, readSubscription: async () => reading("canceled") });
  release();
  await older;
  expect(await subscriptionOf(db, org)).toMatchObject({ status: "canceled" });
});

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

test("[BIL-05] a customer deleted at Stripe has no subscription any more, and a checkout creates a new one", async () => {
  const customer = await payWithoutEvents(db, org);
  await check();
  const checkWithoutCustomer = () => check({ ...db.context.billing, readSubscription: async () => null });
  await checkWithoutCustomer();
  const { status, ends } = await subscriptionOf(db, org);
  expect([status, ends! <= new Date()]).toEqual(["canceled", true]);
  // The next check does not move the end.
  await checkWithoutCustomer();
  expect((await subscriptionOf(db, org)).ends).toEqual(ends);
  await begunCheckout(db, org);
  expect(await customerOf(db, org)).not.toBe(customer);
});

test("[BIL-03] the best of several subscriptions is effective, then the newest", () => {
  const of = (status: Parameters<typeof effectiveSubscription>[0][number]["status"], created: number) => ({
    status,
    created,
  });
  const first = (...all: ReturnType<typeof of>[]) => effectiveSubscription(all);
  expect(first()).toBeUndefined();
  expect(first(of("canceled", 3), of("active", 1), of("incomplete", 9))).toEqual(of("active", 1));
  expect(first(of("canceled", 3), of("canceled", 7))).toEqual(of("canceled", 7));
  expect(first(of("incomplete_expired", 9), of("past_due", 1))).toEqual(of("past_due", 1));
  for (const status of ["unpaid", "paused"] as const) {
    expect(first(of(status, 9), of("past_due", 1))).toEqual(of("past_due", 1));
    expect(first(of("canceled", 9), of(status, 1))).toEqual(of(status, 1));
  }
});

describe("[SET-01] the forms of the settings", () => {
  const post = async (form: Record<string, string>, person: Person = org.owner, language = "en") =>
    call(action, path, { form, cookie: await cookieOf(person), language });
  const toastOf = (flash: string | undefined) =>
    JSON.parse(Buffer.from(decodeURIComponent(flash ?? ""), "base64").toString()) as {
      title: string;
      description?: string;
    };

  test("[BIL-03] [PUB-10] lead an owner to the checkout of a plan, and with a subscription to the portal", async () => {
    const checkout = await post({ intent: "checkout", plan: "yearly", organization: org.orgId });
    expect(checkout).toMatchObject({
      status: 303,
      to: expect.stringMatching(/\/dev\/stripe\/checkout\/cs_/),
    });
    await payWithoutEvents(db, org);
    await check();
    const again = await post({ intent: "checkout", plan: "yearly", organization: org.orgId });
    expect(again).toMatchObject({ status: 302, to: path });
    expect(toastOf(again.cookies["flash"]).description).toMatch(/already has a subscription/);
    const portal = await post({ intent: "portal", organization: org.orgId });
    expect(portal).toMatchObject({ status: 303, to: expect.stringMatching(/\/dev\/stripe\/portal\/bps_/) });
  });

  test("[BIL-03] charge an owner of two organizations only for the one that the page named", async () => {
    const second = await createOrg(db.database, { trial: true });
    const forms: Record<string, string>[] = [{ intent: "checkout", plan: "yearly" }, { intent: "portal" }];
    for (const form of forms) {
      const answer = await post({ ...form, organization: second.orgId });
      expect(answer).toMatchObject({ status: 302, to: path });
      expect(toastOf(answer.cookies["flash"]).title).toBe("You have opened another organization");
      expect((await post(form)).to).not.toMatch(/stripe/);
    }
    expect(await customers()).toEqual([]);
  });

  test("reject members, an unknown plan and a portal without a customer", async () => {
    const member = await addMember(db.database, org);
    const forms: Record<string, string>[] = [
      { intent: "checkout", plan: "yearly", organization: org.orgId },
      { intent: "portal", organization: org.orgId },
    ];
    for (const form of forms) {
      expect(await post(form, member)).toMatchObject({ status: 302, to: path });
    }
    expect(await post({ intent: "checkout", plan: "weekly", organization: org.orgId })).toMatchObject({
      status: 302,
      to: path,
    });
    expect(await post({ intent: "portal", organization: org.orgId })).toMatchObject({
      status: 302,
      to: path,
    });
    expect(await customers()).toEqual([]);
  });

  test("[BIL-04] refresh the stored state, which stays if Stripe does not respond", async () => {
    await payWithoutEvents(db, org);
    const done = await post({ intent: "refresh" });
    expect(toastOf(done.cookies["flash"]).title).toBe("Subscription status refreshed");
    expect(await subscriptionOf(db, org)).toMatchObject({ status: "active" });
    const before = await subscriptionOf(db, org);
    await db.ownerPool.query("alter table stripe_simulation rename to away");
    const failed = await post({ intent: "refresh" }, org.owner, "de");
    const checkout = await post({ intent: "portal", organization: org.orgId }, org.owner, "de");
    await db.ownerPool.query("alter table away rename to stripe_simulation");
    expect(toastOf(failed.cookies["flash"]).title).toBe("Status konnte nicht aktualisiert werden");
    expect(toastOf(checkout.cookies["flash"]).title).toBe(
      "Fehler beim Öffnen des Kundenportals. Bitte versuche es erneut.",
    );
    expect(await subscriptionOf(db, org)).toEqual(before);
  });
});

test("[PUB-11] S4: a hundred visits to the page after the checkout grant nothing", async () => {
  const cookie = await cookieOf(org.owner);
  await begunCheckout(db, org);
  const before = await subscriptionOf(db, org);
  for (let visit = 0; visit < 100; visit++) {
    expect((await call(success, "/subscription-success?session_id=cs_1", { cookie })).status).toBe(200);
  }
  expect(await subscriptionOf(db, org)).toEqual(before);
});

test("[BIL-04] a result is valid for 24 hours, then one job queries again, at most every ten minutes", async () => {
  await payWithoutEvents(db, org);
  await check();
  const asked = async (at: Date) => {
    db.at(at);
    await db.database.withOrg(org.orgId, org.owner.actor, askIfStale, "subscription");
    db.at(null);
    const jobs = await db.jobs("subscription.check");
    await db.ownerPool.query("delete from graphile_worker._private_jobs");
    return jobs.length;
  };
  const { checked } = await subscriptionOf(db, org);
  const after = (minutes: number) => new Date(checked!.getTime() + minutes * 60_000);
  expect(await asked(after(24 * 60 - 1))).toBe(0);
  expect(await asked(after(24 * 60))).toBe(1);
  expect(await asked(after(24 * 60 + 9))).toBe(0);
  expect(await asked(after(24 * 60 + 11))).toBe(1);
});

test("[BIL-04] a job whose query fails is retried, and nothing changes", async () => {
  await payWithoutEvents(db, org);
  await check();
  const before = await subscriptionOf(db, org);
  const readSubscription = vi.fn(async () => Promise.reject(new Error("no answer")));
  await expect(check({ ...db.context.billing, readSubscription })).rejects.toThrow("no answer");
  expect(await subscriptionOf(db, org)).toEqual(before);
});
