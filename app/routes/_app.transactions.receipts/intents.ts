/** Intents of the dialog: upload files, assign them, or store one receipt for all. */
export const receiptIntents = { upload: "form", assign: "form", share: "form" } as const;
