import type { Intents } from "~/browser/intents";

/** The forms of a payee, in the portal and for staff. */
export const payeeIntents = { save: "form", account: "form", withdraw: "button" } as const satisfies Intents;

/** Staff can also confirm an account. */
export const staffPayeeIntents = { ...payeeIntents, confirm: "form" } as const satisfies Intents;

/** Affiliates can also accept and withdraw the agreement to self-billing. */
export const ownPayeeIntents = {
  ...payeeIntents,
  "accept-agreement": "button",
  "withdraw-agreement": "button",
} as const satisfies Intents;
