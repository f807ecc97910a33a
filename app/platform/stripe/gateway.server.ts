import Stripe from "stripe";
import {
  billingEvents,
  BillingRefusal,
  type Billing,
  type BillingEvent,
  type BillingEventType,
  type SubscriptionReading,
} from "~/domain/subscriptions/billing";
import { stripeStatuses, type PlanInterval, type StripeStatus } from "~/domain/subscriptions/subscription";
import { paths } from "~/paths/paths";
import { countingSubscription } from "./counting-subscription";

/** What answers are written in; an update of the SDK does not change it by itself. */
export const STRIPE_API_VERSION = "2026-10-28.endive";
/** Of one request; it is sent once more when no answer came, with the same idempotency key. */
const DEADLINE_MS = 6_000;
const RETRIES = 1;
/** How old a signature may be (S1). */
const TOLERANCE_S = 300;

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  prices: Record<PlanInterval, string>;
  /** Public address without a trailing slash. */
  appUrl: string;
  /** Answers instead of the network: the stand-in. */
  fetch?: typeof fetch;
}

/** The payment provider through Stripe's SDK. Every method but `readEvent` throws what the SDK throws. */
export function stripeBilling({ secretKey, webhookSecret, prices, appUrl, fetch }: StripeOptions): Billing {
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
      const { id } = await stripe.customers.create(
        { name, email, preferred_locales: [language], metadata: { org_id: orgId } },
        { idempotencyKey: `customer:${orgId}:${had}` },
      );
      return id;
    },

    async startCheckout({ orgId, customerId, interval, language }) {
      // Two pages that are open at once could both be paid.
      const open = await stripe.checkout.sessions.list({ customer: customerId, status: "open", limit: 100 });
      for (const { id } of open.data) await stripe.checkout.sessions.expire(id).catch(unlessEnded);
      const { url } = await stripe.checkout.sessions.create({
        mode: "subscription",
        customer: customerId,
        client_reference_id: orgId,
        line_items: [{ price: prices[interval], quantity: 1 }],
        subscription_data: { metadata: { org_id: orgId } },
        locale: language as Stripe.Checkout.SessionCreateParams.Locale,
        success_url: appUrl + paths.subscriptionSuccess(),
        cancel_url: appUrl + paths.settings("subscription"),
      });
      if (!url) throw new Error("Stripe gave no address for the checkout");
      return url;
    },

    async openPortal({ customerId, language }) {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customerId,
        locale: language as Stripe.BillingPortal.SessionCreateParams.Locale,
        return_url: appUrl + paths.settings("subscription", { back: "portal" }),
      });
      return url;
    },

    async readSubscription(customerId) {
      try {
        const { data } = await stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 });
        return readingOf(countingSubscription(data.map(withKnownStatus)));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
        throw error;
      }
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
    throw new BillingRefusal("the signature does not fit", { cause: error });
  }
}

/** Null for an event of another type, or of no customer. */
function eventOf({ id, type, data }: Stripe.Event): BillingEvent | null {
  if (!isHandled(type)) return null;
  const about = data.object as { id?: string; customer?: string | { id: string } | null };
  const customer = type === "customer.deleted" ? about.id : about.customer;
  const customerId = typeof customer === "object" ? customer?.id : customer;
  return customerId && about.id ? { id, type, customerId, objectId: about.id } : null;
}

const isHandled = (type: string): type is BillingEventType =>
  billingEvents.some((handled) => handled === type);

/** It was paid or has ended meanwhile. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

type KnownSubscription = Stripe.Subscription & { status: StripeStatus };

/** A status that Stripe adds one day is decided on by a person; until then the answer is none, and nothing changes. */
function withKnownStatus(subscription: Stripe.Subscription): KnownSubscription {
  const status = stripeStatuses.find((known) => known === subscription.status);
  if (!status) throw new Error(`the status ${subscription.status} of a subscription is not known`);
  return { ...subscription, status };
}

const NO_SUBSCRIPTION: SubscriptionReading = {
  ...{ status: null, endsAt: null, cancels: false, productId: null, interval: null },
};

function readingOf(subscription: KnownSubscription | undefined): SubscriptionReading {
  if (!subscription) return NO_SUBSCRIPTION;
  const { status, cancel_at, cancel_at_period_end, ended_at } = subscription;
  const item = subscription.items.data[0];
  const product = item?.price.product;
  const every = item?.price.recurring?.interval;
  return {
    status,
    // Of the item: the subscription itself has had no period since 2025-03-31 (S5).
    endsAt: moment(ended_at ?? cancel_at ?? item?.current_period_end),
    cancels: ended_at === null && (cancel_at_period_end || cancel_at !== null),
    productId: (typeof product === "object" ? product.id : product) ?? null,
    interval: every === "year" ? "yearly" : every === "month" ? "monthly" : null,
  };
}

/** Stripe counts seconds. */
const moment = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1_000) : null);

/** Reads prices once, without another try: whether the key works and they are sold. Throws what Stripe answers. */
export async function readPrices(options: {
  secretKey: string;
  prices: readonly string[];
  deadlineMs: number;
  /** Given by tests. */
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
