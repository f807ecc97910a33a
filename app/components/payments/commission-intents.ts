/** Intents of the commissions screen. */
export const commissionIntents = {
  generate: "button",
  "mark-paid": "button",
  pay: "form",
  "customer-paid": "form",
} as const;

/** Intents of the dialog about a customer's payment. */
export const customerPaymentIntents = { record: "form", remove: "button" } as const;
