/** Intents of the list of affiliates. */
export const affiliateIntents = { "activate-several": "button", "deactivate-several": "button" } as const;
