import type { PlanInterval, StripeStatus } from "./subscription";

// Interface to the payment provider, implemented by app/platform/stripe. Every call goes over the network, so none is
// made inside a scope.

/** The current state of a subscription at the provider. */
export interface SubscriptionReading {
  /** Null without a subscription. */
  status: StripeStatus | null;
  /** End of the paid time; for an ended subscription the time when it ended. */
  endsAt: Date | null;
  /** Whether it is not renewed after the paid time. */
  cancels: boolean;
  /** Whether it was canceled because a payment could not be collected. */
  unpaid: boolean;
  productId: string | null;
  interval: PlanInterval | null;
  /** Ids of all subscriptions for which payments are collected, in order; more than one is an error. */
  paid: string[];
}

export interface NewCustomer {
  orgId: string;
  /** Name of the organization. */
  name: string;
  email: string;
  /** Language of the provider's pages and emails. */
  language: string;
  /** Number of earlier customers of the organization. Two requests with the same number create one customer. */
  had: number;
}

export interface Checkout {
  orgId: string;
  customerId: string;
  /** Two requests with the same number open one page. Of pages with different numbers only the highest stays open. */
  number: number;
  interval: PlanInterval;
  language: string;
  /** Shown beside the payment button: the organization's name. */
  note: string;
}

/** Names what changed; the handler reads the current state from the provider. */
export interface BillingEvent {
  id: string;
  type: BillingEventType;
  customerId: string;
  /** Id of the subscription, invoice, checkout or customer. */
  objectId: string;
}

/** The events that the app handles; the webhook endpoint at the provider subscribes to these. */
export const billingEvents = [
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "customer.deleted",
] as const;
export type BillingEventType = (typeof billingEvents)[number];

export interface Billing {
  /** Whether the simulator responds, which charges no one. */
  readonly isSimulated: boolean;
  /** Creates a customer for an organization, or returns the one created with the same `had`. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /**
   * Returns the address of the page where the plan is paid. It is the customer's only open page when the call returns;
   * if there is one with a higher number, that one. Null if the page of this number was paid or closed, so that a new
   * number is needed.
   * Throws {@link CustomerGone}.
   */
  startCheckout(checkout: Checkout): Promise<string | null>;
  /** Closes all of the customer's pages where a plan could still be paid. */
  endCheckouts(customerId: string): Promise<void>;
  /**
   * Closes the customer's pages and collects nothing more: a subscription ends with its paid time, one that is not paid
   * immediately. Returns the ids of those that it changed.
   */
  stopRenewals(customerId: string): Promise<string[]>;
  /**
   * Closes the customer's pages, cancels all unfinished subscriptions immediately, and returns the ids of the canceled
   * ones.
   */
  endAll(customerId: string): Promise<string[]>;
  /**
   * Returns the address of the page where the customer manages the subscription.
   * Throws {@link CustomerGone}.
   */
  openPortal(portal: { orgId: string; customerId: string; language: string }): Promise<string>;
  /** Returns the effective subscription; null if the customer was deleted. */
  readSubscription(customerId: string): Promise<SubscriptionReading | null>;
  /**
   * Parses a posted event after verifying its signature; null for events that are not handled.
   * Throws {@link BillingRefusal} if it is not from the provider or is older than 300 seconds.
   */
  readEvent(body: Buffer, signature: string | undefined): BillingEvent | null;
}

/** The customer was deleted at the provider. */
export class CustomerGone extends Error {
  override readonly name = "CustomerGone";
  constructor(
    readonly customerId: string,
    options: ErrorOptions,
  ) {
    super(`customer ${customerId} does not exist at the payment provider`, options);
  }
}

/** A posted request does not come from the provider. */
export class BillingRefusal extends Error {
  override readonly name = "BillingRefusal";
}
