import type { Billing } from "~/domain/subscriptions/billing";

/** Of tests that have nothing to do with payments. */
export const noBilling = new Proxy({} as Billing, {
  get() {
    throw new Error("there is no stand-in for Stripe here: useDatabase({ stripe: true })");
  },
});
