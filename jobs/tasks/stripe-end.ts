import { defineTask } from "../define-task";

/** Nothing more is paid by the customer of an organisation that is deleted. Safe to repeat: what has ended stays so. */
export const stripeEnd = defineTask("stripe.end", async ({ customer_id }, { billing, log }) => {
  const canceled = await billing.endAll(customer_id);
  if (canceled.length > 0) {
    log.warn(
      { customer: customer_id, subscriptions: canceled },
      "subscriptions of a deleted organization were canceled",
    );
  }
});
