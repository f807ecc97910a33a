import { checkSubscription } from "~/domain/subscriptions/check-subscription.server";
import { clearCustomer, organizationOf } from "~/domain/subscriptions/stripe-customer.server";
import { notifyPaymentFailed } from "~/domain/subscriptions/notify-billing.server";
import { stopSubscription } from "~/domain/subscriptions/stop-subscription.server";
import { markHandled, openEvent } from "~/domain/subscriptions/take-event.server";
import { jobScope, type Handler, type InScope } from "../define-task";

/**
 * Whatever an event says: what is so now is asked of Stripe. An event of a customer who is not ours changes nothing.
 */
export const stripeEvent: Handler<"stripe.event"> = async ({ event_id }, context) => {
  const { database, billing } = context;
  const event = await database.withIdentity((scope) => openEvent(scope, event_id));
  if (!event) return;
  const orgId = await database.withStatements((scope) => organizationOf(scope, event.customerId));
  if (orgId) {
    const job = { name: "subscription.check", orgId } as const;
    const inScope: InScope = (use) => jobScope(context, job, use);
    await checkSubscription(inScope, billing);
    // A payment while the organization is being closed must not start a second period.
    await stopSubscription(inScope, billing);
    if (event.type === "invoice.payment_failed") {
      await jobScope(context, job, (scope) => notifyPaymentFailed(scope, event.objectId));
    }
    if (event.type === "customer.deleted") {
      await jobScope(context, job, (scope) => clearCustomer(scope, event.customerId));
    }
  }
  await database.withIdentity((scope) => markHandled(scope, event_id));
};
