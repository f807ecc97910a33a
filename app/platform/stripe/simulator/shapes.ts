import { type PlanInterval, plans } from "~/domain/subscriptions/subscription";

// Responses of the simulator in Stripe's published format (tests/mocks/stripe-fixtures.json), reduced to the fields
// that the app reads and the ones that identify an object. Timestamps are in seconds since 1970.

export interface SimulatedCustomer {
  object: "customer";
  id: string;
  name: string;
  email: string;
  created: number;
  livemode: false;
  metadata: Record<string, string>;
  preferred_locales: string[];
}

export interface SimulatedSession {
  object: "checkout.session";
  id: string;
  customer: string;
  client_reference_id: string;
  mode: "subscription";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  subscription: string | null;
  url: string | null;
  success_url: string;
  cancel_url: string;
  locale: string;
  created: number;
  livemode: false;
  /** Contains the price and the text next to the button. Stripe's response has no line items unless requested. */
  metadata: Record<string, string>;
}

export interface SimulatedPortal {
  object: "billing_portal.session";
  id: string;
  customer: string;
  locale: string;
  return_url: string;
  url: string;
  created: number;
  livemode: false;
}

export interface SimulatedSubscription {
  object: "subscription";
  id: string;
  customer: string;
  status: "active" | "past_due" | "canceled";
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: {
    comment: null;
    feedback: null;
    reason: "cancellation_requested" | "payment_failed" | null;
  };
  ended_at: number | null;
  latest_invoice: string;
  created: number;
  start_date: number;
  currency: string;
  livemode: false;
  metadata: Record<string, string>;
  items: List<SimulatedItem>;
}

interface SimulatedItem {
  object: "subscription_item";
  id: string;
  subscription: string;
  quantity: number;
  created: number;
  current_period_start: number;
  current_period_end: number;
  price: {
    object: "price";
    id: string;
    product: string;
    currency: string;
    unit_amount: number;
    type: "recurring";
    recurring: { interval: "month" | "year"; interval_count: 1 };
  };
}

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

export const listOf = <T>(url: string, data: T[]): List<T> => ({
  object: "list",
  data,
  has_more: false,
  url,
});

/** Price ids of the simulator. */
export const simulatedPrices: Record<PlanInterval, string> = {
  monthly: "price_simulatedmonthly",
  yearly: "price_simulatedyearly",
};

const PRODUCT = "prod_simulatedpremium";

/** Converts to whole seconds, Stripe's unit. */
export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

/** Returns the end of a period: the same day of a later month, or that month's last day. */
export function periodEnd(start: number, interval: PlanInterval): number {
  const from = new Date(start * 1_000);
  const months = interval === "yearly" ? 12 : 1;
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(from.getUTCDate(), last));
  return seconds(end);
}

/** Returns a subscription after its first payment. */
export function newSubscription(
  id: string,
  session: SimulatedSession,
  interval: PlanInterval,
  now: Date,
): SimulatedSubscription {
  const start = seconds(now);
  const { total } = plans.find((plan) => plan.interval === interval)!;
  const currency = total.currency.toLowerCase();
  const item: SimulatedItem = {
    object: "subscription_item",
    id: id.replace("sub_", "si_"),
    subscription: id,
    quantity: 1,
    created: start,
    current_period_start: start,
    current_period_end: periodEnd(start, interval),
    price: {
      object: "price",
      id: simulatedPrices[interval],
      product: PRODUCT,
      currency,
      unit_amount: total.amount,
      type: "recurring",
      recurring: { interval: interval === "yearly" ? "year" : "month", interval_count: 1 },
    },
  };
  return {
    object: "subscription",
    id,
    customer: session.customer,
    status: "active",
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    latest_invoice: id.replace("sub_", "in_"),
    created: start,
    start_date: start,
    currency,
    livemode: false,
    metadata: { org_id: session.client_reference_id },
    items: listOf(`/v1/subscription_items?subscription=${id}`, [item]),
  };
}

/** Returns the plan of a simulated subscription. */
export function intervalOf({ items }: SimulatedSubscription): PlanInterval {
  return items.data[0]!.price.recurring.interval === "year" ? "yearly" : "monthly";
}
