import type { PlanInterval, StripeStatus } from "./subscription";

// What the domain asks of the payment provider. app/platform/stripe answers it. Every call goes over the network, so none is
// made inside a scope.

/** A subscription as the provider says it is at the moment of the question. */
export interface SubscriptionReading {
  /** Null without a subscription. */
  status: StripeStatus | null;
  /** The end of what is paid; of an ended one, when it ended. */
  endsAt: Date | null;
  /** It is not renewed when the paid time ends. */
  cancels: boolean;
  productId: string | null;
  interval: PlanInterval | null;
}

export interface NewCustomer {
  orgId: string;
  /** Of the organisation. */
  name: string;
  email: string;
  /** Of the provider's pages and mails. */
  language: string;
  /** How many the organisation had before: two requests with the same number make one customer. */
  had: number;
}

export interface Checkout {
  orgId: string;
  customerId: string;
  interval: PlanInterval;
  language: string;
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
  /** Makes a customer of an organisation, or answers with the one that an equal request has made. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Returns the address of the page where the plan is paid. Checkouts of the customer that are still open end. */
  startCheckout(checkout: Checkout): Promise<string>;
  /** Returns the address of the page where the customer manages the subscription. */
  openPortal(portal: { customerId: string; language: string }): Promise<string>;
  /** Returns the subscription that counts; null when the customer is gone. */
  readSubscription(customerId: string): Promise<SubscriptionReading | null>;
  /**
   * Reads what the provider has posted, after checking its signature; null for what is not handled here. Throws
   * {@link BillingRefusal} when it is not the provider's, or older than 300 seconds.
   */
  readEvent(body: Buffer, signature: string | undefined): BillingEvent | null;
}

/** What was posted does not come from the provider. */
export class BillingRefusal extends Error {
  override readonly name = "BillingRefusal";
}
