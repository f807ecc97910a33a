import type { Intents } from "~/browser/intents";

/** What affiliates do on the page of a statement: send an invoice, object to a credit note, withdraw that. */
export const ownStatementIntents = {
  upload: "form",
  object: "form",
  withdraw: "button",
} as const satisfies Intents;

/** What staff do with an objection. */
export const answerIntents = { keep: "form" } as const satisfies Intents;

/** What staff do with a debt that was settled. */
export const reclaimIntents = { undo: "button" } as const satisfies Intents;
