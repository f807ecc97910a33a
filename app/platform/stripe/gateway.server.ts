import Stripe from "stripe";
import {
  billingEvents,
  BillingRefusal,
  CustomerGone,
  type Billing,
  type BillingEvent,
  type BillingEventType,
  type SubscriptionReading,
} from "~/domain/subscriptions/billing";
import { damagedPlaces } from "~/domain/shared/damaged";
import { asciiEmail } from "~/domain/shared/email";
import { isPaid, stripeStatuses, type PlanInterval, type StripeStatus } from "~/domain/subscriptions/subscription";
import type { OutgoingLinks } from "~/paths/outgoing";
import { paths } from "~/paths/paths";
import { effectiveSubscription } from "./counting-subscription";

/** API version of the responses; an SDK update does not change it. */
export const STRIPE_API_VERSION = "2026-10-28.endive";
/** Time limit of one request. It is retried once with the same idempotency key. */
const DEADLINE_MS = 6_000;
const RETRIES = 1;
/**
 * Retries of a request that others may send concurrently with the same key. Stripe responds with 409 until the first
 * one is done.
 */
const RETRIES_TOGETHER = 2;
/** Max age of a signature in seconds (S1). */
const TOLERANCE_S = 300;

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  prices: Record<PlanInterval, string>;
  /**
   * Builds the return URLs. They name the organization that pays, because another one may be open when the user
   * returns.
   */
  links: OutgoingLinks;
  /** Replaces the network: the simulator. */
  fetch?: typeof fetch;
}

/** Connects to the payment provider through Stripe's SDK. Every method except `readEvent` throws SDK errors. */
export function stripeBilling({ secretKey, webhookSecret, prices, links, fetch }: StripeOptions): Billing {
  const stripe = new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: DEADLINE_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: "Finderlohn" },
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  });
  return {
    isSimulated: fetch !== undefined,

    async createCustomer({ orgId, name, email, language, had }) {
      // Stripe rejects a reused key with other parameters, and two owners have different addresses and languages. So
      // the customer is created only from values that are part of the key.
      const { id } = await stripe.customers.create(
        { metadata: { org_id: orgId } },
        { idempotencyKey: `customer:${orgId}:${had}`, maxNetworkRetries: RETRIES_TOGETHER },
      );
      await stripe.customers.update(id, { name, email: asciiEmail(email), preferred_locales: [language] });
      return id;
    },

    async startCheckout({ orgId, customerId, number, interval, language, note }) {
      try {
        await stripe.checkout.sessions.create(
          {
            mode: "subscription",
            customer: customerId,
            client_reference_id: orgId,
            line_items: [{ price: prices[interval], quantity: 1 }],
            metadata: { checkout: String(number) },
            subscription_data: { metadata: { org_id: orgId } },
            locale: language as Stripe.Checkout.SessionCreateParams.Locale,
            custom_text: { submit: { message: note } },
            success_url: links.ofOrganization(orgId, paths.subscriptionSuccess()),
            cancel_url: links.ofOrganization(orgId, paths.settings("subscription")),
          },
          {
            idempotencyKey: `checkout:${orgId}:${customerId}:${number}`,
            maxNetworkRetries: RETRIES_TOGETHER,
          },
        );
      } catch (error) {
        // The price or a URL has changed since this number was first used.
        if (error instanceof Stripe.errors.StripeIdempotencyError) return null;
        throw asGone(error, customerId);
      }
      // Listed after the page was created, so that of two concurrent requests the later one sees both pages. The
      // response to a repeated request equals the first one, whatever happened to its page. Only the list shows what is
      // open.
      const open = await openSessions(stripe, customerId);
      const last = Math.max(number, ...open.map(numberOf));
      await expire(
        stripe,
        open.filter((session) => numberOf(session) < last),
      );
      return open.find((session) => numberOf(session) === last)?.url ?? null;
    },

    async endCheckouts(customerId) {
      await expire(stripe, await openSessions(stripe, customerId));
    },

    async stopRenewals(customerId) {
      const data = await subscriptionsOf(stripe, customerId);
      if (!data) return [];
      await expire(stripe, await openSessions(stripe, customerId));
      const renewed = data.filter(({ ended_at, cancel_at }) => ended_at === null && cancel_at === null);
      for (const { id, status } of renewed) {
        const isPaidFor = status === "active" || status === "trialing";
        await (
          isPaidFor ? stripe.subscriptions.update(id, { cancel_at_period_end: true }) : stripe.subscriptions.cancel(id)
        ).catch(unlessEnded);
      }
      return renewed.map(({ id }) => id);
    },

    async endAll(customerId) {
      const data = await subscriptionsOf(stripe, customerId);
      // Stripe has already ended everything of a deleted customer.
      if (!data) return [];
      await expire(stripe, await openSessions(stripe, customerId));
      const running = data.filter(({ ended_at }) => ended_at === null);
      for (const { id } of running) await stripe.subscriptions.cancel(id).catch(unlessEnded);
      return running.map(({ id }) => id);
    },

    async openPortal({ orgId, customerId, language }) {
      try {
        const { url } = await stripe.billingPortal.sessions.create({
          customer: customerId,
          locale: language as Stripe.BillingPortal.SessionCreateParams.Locale,
          return_url: links.ofOrganization(orgId, paths.settings("subscription", { back: "portal" })),
        });
        return url;
      } catch (error) {
        throw asGone(error, customerId);
      }
    },

    async readSubscription(customerId) {
      const data = await subscriptionsOf(stripe, customerId);
      if (!data) return null;
      const known = data.map(withKnownStatus);
      const paid = known.filter(({ status }) => isPaid[status]).map(({ id }) => id);
      return { ...readingOf(effectiveSubscription(known)), paid: paid.toSorted() };
    },

    readEvent(body, signature) {
      return eventOf(verified(stripe, body, signature, webhookSecret));
    },
  };
}

function verified(stripe: Stripe, body: Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? "", secret, TOLERANCE_S);
  } catch (error) {
    throw new BillingRefusal("invalid signature", { cause: error });
  }
}

/** Returns null for events of other types or without a customer. */
function eventOf({ id, type, data }: Stripe.Event): BillingEvent | null {
  if (!isHandled(type)) return null;
  const about = data.object as { id?: string; customer?: string | { id: string } | null };
  const customer = type === "customer.deleted" ? about.id : about.customer;
  const customerId = typeof customer === "object" ? customer?.id : customer;
  if (!customerId || !about.id) return null;
  const event = { id, type, customerId, objectId: about.id };
  if (damagedPlaces(event).length > 0) throw new BillingRefusal("an id of the event contains damaged text");
  return event;
}

const isHandled = (type: string): type is BillingEventType => billingEvents.some((handled) => handled === type);

/** Returns all subscriptions of a customer, including ended ones; null if the customer was deleted. */
async function subscriptionsOf(stripe: Stripe, customer: string): Promise<Stripe.Subscription[] | null> {
  try {
    return (await stripe.subscriptions.list({ customer, status: "all", limit: 100 })).data;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError && error.code === "resource_missing";

/** Converts the error of a request for a customer that does not exist to {@link CustomerGone}. */
const asGone = (error: unknown, customerId: string): unknown =>
  isMissing(error) && error.param === "customer" ? new CustomerGone(customerId, { cause: error }) : error;

async function openSessions(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  return (await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 })).data;
}

async function expire(stripe: Stripe, sessions: Stripe.Checkout.Session[]): Promise<void> {
  for (const { id } of sessions) await stripe.checkout.sessions.expire(id).catch(unlessEnded);
}

/** Returns the checkout number of a page; 0 if it has none. */
const numberOf = ({ metadata }: Stripe.Checkout.Session) => Number(metadata?.["checkout"] ?? 0) || 0;

/** Ignores the error of an object that was paid or ended meanwhile. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

type KnownSubscription = Omit<Stripe.Subscription, "status"> & { status: StripeStatus };

/** Throws for a status that Stripe added later. Nothing changes until a developer decides how to treat it. */
function withKnownStatus(subscription: Stripe.Subscription): KnownSubscription {
  const status = stripeStatuses.find((known) => known === subscription.status);
  if (!status) throw new Error(`unknown subscription status: ${subscription.status}`);
  return { ...subscription, status };
}

const NO_SUBSCRIPTION = {
  status: null,
  endsAt: null,
  cancels: false,
  unpaid: false,
  productId: null,
  interval: null,
};

function readingOf(subscription: KnownSubscription | undefined): Omit<SubscriptionReading, "paid"> {
  if (!subscription) return NO_SUBSCRIPTION;
  const { status, cancel_at, cancel_at_period_end, ended_at, cancellation_details } = subscription;
  const { reason } = cancellation_details ?? {};
  const item = subscription.items.data[0];
  const product = item?.price.product;
  const every = item?.price.recurring?.interval;
  return {
    status,
    // Read from the item, because the subscription itself has had no period since 2025-03-31 (S5).
    endsAt: moment(ended_at ?? cancel_at ?? item?.current_period_end),
    cancels: ended_at === null && (cancel_at_period_end || cancel_at !== null),
    unpaid: reason === "payment_failed" || reason === "payment_disputed",
    productId: (typeof product === "object" ? product.id : product) ?? null,
    interval: every === "year" ? "yearly" : every === "month" ? "monthly" : null,
  };
}

/** Converts Stripe's seconds. */
const moment = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1_000) : null);

/** Reads prices without retries, to check the key and the prices. Throws the errors of Stripe. */
export async function readPrices(options: {
  secretKey: string;
  prices: readonly string[];
  deadlineMs: number;
  /** Set by tests. */
  fetch?: typeof fetch;
}): Promise<{ id: string; active: boolean }[]> {
  const stripe = new Stripe(options.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: options.deadlineMs,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(options.fetch && { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  });
  return Promise.all(options.prices.map((id) => stripe.prices.retrieve(id)));
}
