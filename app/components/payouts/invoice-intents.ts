import type { Intents } from "~/browser/intents";

/** The forms of staff for the invoice of a payout. */
export const invoiceIntents = { accept: "button", refuse: "form", upload: "form" } as const satisfies Intents;
