/** What the forms of the commissions screen ask for. */
export const commissionIntents = { generate: "button", "mark-paid": "button", pay: "form" } as const;
