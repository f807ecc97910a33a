/** Where Stripe's checkout and customer portal are: the only other sites that a form of ours leads to. */
export const stripePages = ["https://checkout.stripe.com", "https://billing.stripe.com"] as const;
