/** Intents of a subscription, here and on the page of the plans. */
export const subscriptionIntents = { checkout: "button", portal: "button", refresh: "button" } as const;
