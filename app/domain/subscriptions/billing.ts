import type { PlanInterval, StripeStatus } from "./subscription";

// What the domain asks of the payment provider. app/platform/stripe answers it. Every call goes over the network, so
// none is made inside a scope.

/** A subscription as the provider says it is at the moment of the question. */
export interface SubscriptionReading {
  /** Null without a subscription. */
  status: StripeStatus | null;
  /** The end of what is paid; of an ended one, when it ended. */
  endsAt: Date | null;
  /** It is not renewed when the paid time ends. */
  cancels: boolean;
  /** It was canceled because a payment could not be collected. */
  unpaid: boolean;
  productId: string | null;
  interval: PlanInterval | null;
  /** The ids of all subscriptions that payments are collected for, in order; more than one is one too many. */
  paid: string[];
}

export interface NewCustomer {
  orgId: string;
  /** Of the organization. */
  name: string;
  email: string;
  /** Of the provider's pages and mails. */
  language: string;
  /** How many the organization had before: two requests with the same number make one customer. */
  had: number;
}

export interface Checkout {
  orgId: string;
  customerId: string;
  /** Two requests with the same number open one page. Of pages with different numbers only the highest stays open. */
  number: number;
  interval: PlanInterval;
  language: string;
  /** Said beside the button that pays: for which organization. */
  note: string;
}

/** What happened, without what is so now: that is read. */
export interface BillingEvent {
  id: string;
  type: BillingEventType;
  customerId: string;
  /** What it is about: a subscription, an invoice, a checkout, a customer. */
  objectId: string;
}

/** The events that the program handles; the endpoint at the provider is set up with these. */
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
  /** Nobody is charged: the stand-in answers. */
  readonly isSimulated: boolean;
  /** Makes a customer of an organization, or answers with the one that a request with the same `had` has made. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /**
   * Returns the address of the page where the plan is paid: when it answers, the customer's only one that is open,
   * which is that of a higher number if there is one. Null when the page of this number has been paid or closed, so
   * that a new number is needed. Throws {@link CustomerGone}.
   */
  startCheckout(checkout: Checkout): Promise<string | null>;
  /** Closes all pages of the customer where a plan could still be paid. */
  endCheckouts(customerId: string): Promise<void>;
  /** Closes the customer's pages and cancels at once whatever has not ended. Returns the ids of what was canceled. */
  endAll(customerId: string): Promise<string[]>;
  /** Returns the address of the page where the customer manages the subscription. Throws {@link CustomerGone}. */
  openPortal(portal: { orgId: string; customerId: string; language: string }): Promise<string>;
  /** Returns the subscription that counts; null when the customer is gone. */
  readSubscription(customerId: string): Promise<SubscriptionReading | null>;
  /**
   * Reads what the provider has posted, after checking its signature; null for what is not handled here. Throws
   * {@link BillingRefusal} when it is not the provider's, or older than 300 seconds.
   */
  readEvent(body: Buffer, signature: string | undefined): BillingEvent | null;
}

/** The provider does not know the customer any more: somebody has deleted it there. */
export class CustomerGone extends Error {
  override readonly name = "CustomerGone";
  constructor(
    readonly customerId: string,
    options: ErrorOptions,
  ) {
    super(`the customer ${customerId} is gone`, options);
  }
}

/** What was posted does not come from the provider. */
export class BillingRefusal extends Error {
  override readonly name = "BillingRefusal";
}
