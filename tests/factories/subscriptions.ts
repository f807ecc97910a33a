import { startCheckout } from "~/domain/subscriptions/start-checkout.server";
import type { PlanInterval } from "~/domain/subscriptions/subscription";
import type { SimulatedEvent } from "~/platform/stripe/simulator/events.server";
import { memoryOf } from "~/platform/stripe/simulator/memory.server";
import { payCheckout, takeStep, type PortalStep } from "~/platform/stripe/simulator/simulate.server";
import type { TestDatabase } from "../support/database";
import type { Org } from "./organizations";

/** Begins a checkout for an organization without a subscription. Returns the id of the simulator's session. */
export async function begunCheckout(db: TestDatabase, org: Org, interval: PlanInterval = "monthly"): Promise<string> {
  // Test organizations are subscribed without Stripe.
  await db.ownerPool.query(
    `update organization set subscription_status = null
     where org_id = $1 and not exists (select 1 from stripe_customer c where c.org_id = $1)`,
    [org.orgId],
  );
  const url = await startCheckout(
    (use) => db.database.withOrg(org.orgId, org.owner.actor, use, "subscription"),
    db.context.billing,
    {
      interval,
      email: org.owner.email,
      language: "en",
      noteFor: (organization) => `For ${organization}`,
    },
  );
  return url.split("/").at(-1)!;
}

/** Pays a plan at Stripe without sending the events. Returns the customer. */
export async function payWithoutEvents(
  db: TestDatabase,
  org: Org,
  interval: PlanInterval = "monthly",
): Promise<string> {
  const id = await begunCheckout(db, org, interval);
  await payCheckout(memoryOf(db.database), id, new Date());
  return customerOf(db, org);
}

export async function customerOf(db: TestDatabase, org: Org): Promise<string> {
  const { rows } = await db.ownerPool.query<{ id: string }>(
    "select customer_id as id from stripe_customer where org_id = $1 and deleted_at is null",
    [org.orgId],
  );
  return rows[0]!.id;
}

/** Changes the customer's newest subscription at Stripe. Returns the events without sending them. */
export async function changeWithoutEvents(db: TestDatabase, org: Org, step: PortalStep): Promise<SimulatedEvent[]> {
  const memory = memoryOf(db.database);
  const [subscription] = await memory.ofCustomer("subscription", await customerOf(db, org));
  const events = await takeStep(memory, subscription!.id, step, new Date());
  if (!events) throw new Error(`the step ${step} is not allowed`);
  return events;
}

/** Returns the stored state of an organization's subscription. */
export async function subscriptionOf(db: TestDatabase, org: Org) {
  const { rows } = await db.ownerPool.query<{
    status: string | null;
    ends: Date | null;
    cancels: boolean;
    product: string | null;
    interval: string | null;
    checked: Date | null;
  }>(
    `select subscription_status as status, subscription_ends_at as ends, subscription_cancels as cancels,
       subscription_product_id as product, subscription_interval as interval, subscription_checked_at as checked
     from organization where org_id = $1`,
    [org.orgId],
  );
  return rows[0]!;
}
