import { beforeEach, describe, expect, test, vi } from "vitest";
import { closeOrganization } from "~/domain/members/close-organization.server";
import { checkSubscription } from "~/domain/subscriptions/check-subscription.server";
import { startCheckout } from "~/domain/subscriptions/start-checkout.server";
import { takeEvent } from "~/domain/subscriptions/take-event.server";
import { log } from "~/platform/log.server";
import { memoryOf } from "~/platform/stripe/simulator/memory.server";
import { newSubscription } from "~/platform/stripe/simulator/shapes";
import { payCheckout } from "~/platform/stripe/simulator/simulate.server";
import { loader, action } from "~/routes/_app.settings.subscription/route";
import { action as portalAction, loader as portalLoader } from "~/routes/dev.stripe.portal.$id";
import { sessionCookie } from "~/server/app-context.server";
import { tasks } from "../../jobs/tasks";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { begunCheckout, customerOf, subscriptionOf } from "../factories/subscriptions";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

// A plan is paid once, even with double clicks, two tabs, or a payment whose event is still on its way.

const db = useDatabase({ stripe: true });
useRoutes(db);
const path = "/settings/subscription";
let org: Org;
let cookie: string;

beforeEach(async () => {
  org = await createOrg(db.database, { trial: true });
  cookie = (await sessionCookie().serialize(await signIn(db.database, org.owner))).split(";")[0]!;
  db.mails.splice(0);
});

const memory = () => memoryOf(db.database);
const subscribe = (plan: string, language = "en") =>
  call(action, path, { form: { intent: "checkout", plan, organization: org.orgId }, cookie, language });
const sessions = async () => memory().ofCustomer("session", await customerOf(db, org));
const openPages = async () => (await sessions()).filter(({ status }) => status === "open");
const check = () => tasks["subscription.check"].run({ org_id: org.orgId }, db.context);
const pay = (id: string) => payCheckout(memory(), id, new Date());
const inOrg = <T>(use: Parameters<typeof db.database.withOrg<T>>[2]) =>
  db.database.withOrg(org.orgId, org.owner.actor, use, "subscription");

/** Creates a subscription without a checkout of the app, as an operator can at Stripe. */
async function paidElsewhere(id: string) {
  const [session] = await sessions();
  await memory().add("subscription", newSubscription(id, session!, "monthly", new Date()));
}

describe("[BIL-03] O6: subscribing twice leads to one payment", () => {
  test("ten concurrent clicks on the same plan open one page, and a later click reopens it", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => subscribe("yearly")));
    const pages = new Set(answers.map(({ to }) => to));
    expect([...pages]).toEqual([expect.stringMatching(/\/dev\/stripe\/checkout\/cs_/)]);
    expect(await sessions()).toHaveLength(1);
    expect((await subscribe("yearly")).to).toBe([...pages][0]);
    expect(await openPages()).toHaveLength(1);
  });

  test("ten concurrent clicks on two plans in two languages leave one payable page", async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => subscribe(at % 2 ? "yearly" : "monthly", at % 3 ? "de" : "en")),
    );
    const [open, ...more] = await openPages();
    expect(more).toEqual([]);
    expect(open!.metadata["checkout"]).toBe(
      String(Math.max(...(await sessions()).map(({ metadata }) => Number(metadata["checkout"])))),
    );
  });

  test("another plan closes the first page, also one left behind by a crashed process", async () => {
    const first = await begunCheckout(db, org, "monthly");
    const customerId = await customerOf(db, org);
    const wish = { orgId: org.orgId, customerId, interval: "monthly", language: "en", note: "" } as const;
    const { rows } = await db.ownerPool.query(
      "update organization set checkout_number = checkout_number + 1 where org_id = $1 returning checkout_number as n",
      [org.orgId],
    );
    await db.context.billing.startCheckout({ ...wish, number: rows[0].n as number });
    const last = await begunCheckout(db, org, "yearly");
    expect((await openPages()).map(({ id }) => id)).toEqual([last]);
    expect(await memory().find("session", first)).toMatchObject({ status: "expired" });
  });

  test("a page that was closed at Stripe is not reopened, and the next click creates a new one", async () => {
    const first = await begunCheckout(db, org);
    await memory().change("session", first, { status: "open" }, { status: "expired", url: null });
    const pages = await Promise.all([begunCheckout(db, org), begunCheckout(db, org)]);
    expect(new Set(pages).size).toBe(1);
    expect((await openPages()).map(({ id }) => id)).toEqual([pages[0]]);
  });

  test("a page that was open for more than an hour is replaced before Stripe closes it", async () => {
    const first = await begunCheckout(db, org);
    db.at(new Date(Date.now() + 61 * 60_000));
    const second = await begunCheckout(db, org);
    db.at(null);
    expect(second).not.toBe(first);
    expect((await openPages()).map(({ id }) => id)).toEqual([second]);
  });

  test("a payment whose event is still missing prevents a second page", async () => {
    await pay(await begunCheckout(db, org));
    const again = await subscribe("yearly");
    expect(again).toMatchObject({ status: 302, to: path });
    expect(again.cookies["flash"]).toBeTruthy();
    expect(await subscriptionOf(db, org)).toMatchObject({ status: "active" });
    expect(await openPages()).toEqual([]);
  });

  test("two owners with different addresses and languages concurrently create one customer", async () => {
    const urls = await Promise.all(
      ["en", "de", "fr"].map((language) =>
        startCheckout(inOrg, db.context.billing, {
          ...({ interval: "monthly", language } as const),
          email: `${language}@agency.example`,
          noteFor: (organization) => organization,
        }),
      ),
    );
    expect(urls).toHaveLength(3);
    const { rows } = await db.ownerPool.query(
      "select 1 from stripe_simulation where kind = 'customer' and data->'metadata'->>'org_id' = $1",
      [org.orgId],
    );
    expect(rows).toHaveLength(1);
    expect(await openPages()).toHaveLength(1);
  });
});

describe("[BIL-03] a customer deleted at Stripe, before the event arrives", () => {
  const deleteCustomer = async () =>
    db.ownerPool.query("delete from stripe_simulation where id = $1", [await customerOf(db, org)]);

  test("subscribes again with the first click, as a new customer", async () => {
    await begunCheckout(db, org);
    const before = await customerOf(db, org);
    await deleteCustomer();
    const pages = await Promise.all([subscribe("monthly"), subscribe("monthly"), subscribe("yearly")]);
    for (const { to } of pages) expect(to).toMatch(/\/dev\/stripe\/checkout\/cs_/);
    expect(await customerOf(db, org)).not.toBe(before);
    expect(await openPages()).toHaveLength(1);
  });

  test("has no portal any more and gets a message", async () => {
    await pay(await begunCheckout(db, org));
    await check();
    await deleteCustomer();
    const portal = await call(action, path, { form: { intent: "portal", organization: org.orgId }, cookie });
    expect(portal).toMatchObject({ status: 302, to: path });
    expect(Buffer.from(decodeURIComponent(portal.cookies["flash"]!), "base64").toString()).toMatch(
      /has no subscription yet/,
    );
    expect(await subscriptionOf(db, org)).toMatchObject({ status: "canceled" });
  });
});

describe("[BIL-05] a second subscription", () => {
  test("closes the pages that are still open when it becomes known", async () => {
    await begunCheckout(db, org);
    await paidElsewhere("sub_elsewhere");
    expect(await openPages()).toHaveLength(1);
    await check();
    expect(await openPages()).toEqual([]);
  });

  test("is recorded even if Stripe does not close the pages, which is retried", async () => {
    await begunCheckout(db, org);
    await paidElsewhere("sub_silent");
    const endCheckouts = async () => Promise.reject(new Error("no answer"));
    await expect(checkSubscription(inOrg, { ...db.context.billing, endCheckouts })).rejects.toThrow("no answer");
    expect(await subscriptionOf(db, org)).toMatchObject({ status: "active" });
    await check();
    expect(await openPages()).toEqual([]);
  });

  test("is reported to the owners once and logged, is shown on the page, and can be ended in the portal", async () => {
    await pay(await begunCheckout(db, org));
    await paidElsewhere("sub_second");
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    await check();
    await check();
    expect(warn.mock.calls.map(([, text]) => text)).toContain("several subscriptions paid for one organization");
    warn.mockRestore();
    await db.runJobs();
    expect(db.mails.map(({ subject }) => subject)).toEqual(["You are paying for Finderlohn more than once"]);
    const shown = async () => ((await call(loader, path, { cookie })).body as { paid: number }).paid;
    expect(await shown()).toBe(2);

    const portal = (await call(action, path, { form: { intent: "portal", organization: org.orgId }, cookie })).to!;
    const id = portal.split("/").at(-1)!;
    const page = await call(portalLoader, portal, { params: { id } });
    const { subscriptions } = page.body as { subscriptions: { id: string }[] };
    expect(subscriptions).toHaveLength(2);
    const form = { intent: "end", subscription: "sub_second" };
    await call(portalAction, portal, { form, params: { id } });
    expect(await memory().find("subscription", "sub_second")).toMatchObject({ status: "canceled" });
    await check();
    expect(await shown()).toBe(1);
    expect(await subscriptionOf(db, org)).toMatchObject({ status: "active" });
  });

  test("[BIL-06] and all pages end when the organization is deleted", async () => {
    await pay(await begunCheckout(db, org));
    await paidElsewhere("sub_beside");
    const customer_id = await customerOf(db, org);
    const wish = {
      orgId: org.orgId,
      customerId: customer_id,
      interval: "monthly",
      language: "en",
      note: "",
    } as const;
    await db.context.billing.startCheckout({ ...wish, number: 99 });
    expect(await openPages()).toHaveLength(1);
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    for (let time = 0; time < 2; time++) await tasks["stripe.end"].run({ customer_id }, db.context);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    expect(await openPages()).toEqual([]);
    const subscriptions = await memory().ofCustomer("subscription", customer_id);
    expect(subscriptions.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  });
});

test("[WORK-13] [BIL-03] a plan that is paid while its organization closes is not renewed", async () => {
  const id = await begunCheckout(db, org);
  const { owner, orgId } = org;
  const actor = { ...owner.actor, isProven: true };
  await db.database.withOrg(
    orgId,
    actor,
    async (scope) => {
      await closeOrganization(scope, { name: (await scope.organization()).name, withoutArchive: true });
    },
    "deletion",
  );
  // The job has found nothing to end, and Stripe has taken the payment before its page was closed.
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
  await pay(id);
  const event = { id: "evt_closing", type: "checkout.session.completed" } as const;
  await db.database.withIdentity(async (scope) =>
    takeEvent(scope, { ...event, customerId: await customerOf(db, org), objectId: id }),
  );
  await db.runJobs();
  expect(await subscriptionOf(db, org)).toMatchObject({ status: "active", cancels: true });
});
