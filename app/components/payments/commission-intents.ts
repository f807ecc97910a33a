/** Intents of the commissions screen. */
export const commissionIntents = { generate: "button", "mark-paid": "button", pay: "form" } as const;
