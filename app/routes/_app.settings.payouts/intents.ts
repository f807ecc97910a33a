/** Intents of the payer's settings. */
export const payerIntents = { save: "form", "require-approver": "button", "release-approver": "button" } as const;
