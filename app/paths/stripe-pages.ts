/** Sites of Stripe's checkout and customer portal, the only other sites that forms lead to. */
export const stripePages = ["https://checkout.stripe.com", "https://billing.stripe.com"] as const;
