import type { Intents } from "~/browser/intents";

/** What affiliates do with a credit note. */
export const objectionIntents = {
  object: "form",
  withdraw: "button",
} as const satisfies Intents;

/** What staff do with an objection. */
export const answerIntents = { keep: "form" } as const satisfies Intents;
