import type { Billing } from "~/domain/subscriptions/billing";

/** Billing for tests that do not use payments. */
export const noBilling = new Proxy({} as Billing, {
  get() {
    throw new Error("no Stripe simulator here: use useDatabase({ stripe: true })");
  },
});
