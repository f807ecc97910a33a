import { beforeAll, expect, test } from "vitest";
import { outgoingLinks } from "~/paths/outgoing";
import { stripeBilling } from "~/platform/stripe/gateway.server";
import { memoryOf } from "~/platform/stripe/simulator/memory.server";
import { payCheckout, takeStep } from "~/platform/stripe/simulator/simulate.server";
import { createOrg, type Org } from "../factories/organizations";
import { begunCheckout, customerOf } from "../factories/subscriptions";
import fixtures from "../mocks/stripe-fixtures.json";
import { useDatabase } from "../support/database";

// The simulator's responses have the shapes that Stripe publishes, and the app's requests are valid for Stripe.

const db = useDatabase({ stripe: true });
let org: Org;

beforeAll(async () => {
  org = await createOrg(db.database, { trial: true });
});

const published = fixtures.resources as Record<string, unknown>;
const kindOf = (value: unknown) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);

/** Returns fields that the published object does not have or has with another type; anything is allowed in metadata. */
function strays(ours: unknown, theirs: unknown, at: string): string[] {
  if (at.endsWith(".metadata") || ours === null || theirs === null) return [];
  if (kindOf(ours) !== kindOf(theirs)) return [`${at}: ${kindOf(ours)}, not ${kindOf(theirs)}`];
  if (Array.isArray(ours)) return ours.flatMap((one) => strays(one, (theirs as unknown[])[0] ?? null, `${at}[]`));
  if (typeof ours !== "object") return [];
  return Object.entries(ours as object).flatMap(([name, value]) =>
    name in (theirs as object)
      ? strays(value, (theirs as Record<string, unknown>)[name], `${at}.${name}`)
      : [`${at}.${name}: unknown to Stripe`],
  );
}

test("[BIL-07] every response and event of the simulator has the shape that Stripe publishes", async () => {
  const memory = memoryOf(db.database);
  const session = await begunCheckout(db, org);
  await db.context.billing.openPortal({
    orgId: org.orgId,
    customerId: await customerOf(db, org),
    language: "de",
  });
  const events = (await payCheckout(memory, session, new Date()))!;
  const [subscription] = await memory.ofCustomer("subscription", await customerOf(db, org));
  for (const step of ["cancel", "resume", "fail", "settle", "renew", "end"] as const) {
    events.push(...(await takeStep(memory, subscription!.id, step, new Date()))!);
  }
  const { rows } = await db.ownerPool.query<{ data: { object: string } }>(
    "select data from stripe_simulation where kind <> 'idempotency'",
  );
  const objects = [
    ...rows.map(({ data }) => data),
    ...events.map(({ data }) => data.object as { id: string; object?: string }),
  ];
  expect(new Set(rows.map(({ data }) => data.object))).toEqual(
    new Set(["customer", "checkout.session", "billing_portal.session", "subscription"]),
  );
  for (const object of objects) {
    expect(strays(object, published[object.object!], object.object!)).toEqual([]);
  }
  for (const event of events) {
    const { data, ...rest } = event;
    expect(data.object.id).toBeTruthy();
    expect(strays(rest, published["event"], "event")).toEqual([]);
  }
});

test("[BIL-03] requests contain version, idempotency key, customer, price, metadata and addresses", async () => {
  const seen: { method: string; path: string; headers: Headers; form: Record<string, string> }[] = [];
  const answers: Record<string, object> = {
    "/v1/customers": published["customer"] as object,
    "/v1/checkout/sessions": {
      ...(published["checkout.session"] as object),
      url: "https://checkout.stripe.com/c",
    },
    "/v1/billing_portal/sessions": published["billing_portal.session"] as object,
    "/v1/subscriptions": { object: "list", data: [published["subscription"]], has_more: false, url: "" },
  };
  const billing = stripeBilling({
    secretKey: "sk_test_1",
    webhookSecret: "whsec_1",
    links: outgoingLinks("https://finderlohn.example"),
    prices: { monthly: "price_month", yearly: "price_year" },
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const form = Object.fromEntries(new URLSearchParams(request.method === "GET" ? search : await request.text()));
      seen.push({ method: request.method, path: pathname, headers: request.headers, form });
      const list = { object: "list", data: [], has_more: false, url: "" };
      const isList = request.method === "GET" && pathname === "/v1/checkout/sessions";
      return Response.json(isList ? list : (answers[pathname] ?? answers["/v1/customers"]));
    },
  });
  const orgId = org.orgId;
  await billing.createCustomer({ orgId, name: "Nordlicht", email: "a@example.com", language: "de", had: 0 });
  await billing.startCheckout({
    orgId,
    customerId: "cus_1",
    number: 4,
    interval: "yearly",
    language: "fr",
    note: "Pour Nordlicht.",
  });
  await billing.openPortal({ orgId, customerId: "cus_1", language: "es" });
  const reading = await billing.readSubscription("cus_1");
  for (const { headers } of seen) expect(headers.get("Stripe-Version")).toBe("2026-10-28.endive");
  const [customer, named, session, list, portal, subscriptions] = seen;
  expect(customer!.headers.get("Idempotency-Key")).toBe(`customer:${orgId}:0`);
  // Only what the key determines, because Stripe rejects a key that is reused with other values.
  expect(customer!.form).toEqual({ "metadata[org_id]": orgId });
  expect(named!.path).toMatch(/^\/v1\/customers\/cus_/);
  expect(named!.form).toEqual({ name: "Nordlicht", email: "a@example.com", "preferred_locales[0]": "de" });
  expect(list!.form).toEqual({ customer: "cus_1", status: "open", limit: "100" });
  expect(session!.form).toEqual({
    mode: "subscription",
    customer: "cus_1",
    client_reference_id: orgId,
    locale: "fr",
    "line_items[0][price]": "price_year",
    "line_items[0][quantity]": "1",
    "subscription_data[metadata][org_id]": orgId,
    "metadata[checkout]": "4",
    "custom_text[submit][message]": "Pour Nordlicht.",
    success_url: `https://finderlohn.example/in/${orgId}/subscription-success`,
    cancel_url: `https://finderlohn.example/in/${orgId}/settings/subscription`,
  });
  expect(session!.headers.get("Idempotency-Key")).toBe(`checkout:${orgId}:cus_1:4`);
  expect(portal!.form).toEqual({
    customer: "cus_1",
    locale: "es",
    return_url: `https://finderlohn.example/in/${orgId}/settings/subscription?back=portal`,
  });
  expect(subscriptions!.form).toEqual({ customer: "cus_1", status: "all", limit: "100" });
  // Stripe's own example, whose period is in its item.
  expect(reading).toMatchObject({ productId: "prod_QXg1hqf4jFNsqG", interval: "monthly", status: "active" });
});
