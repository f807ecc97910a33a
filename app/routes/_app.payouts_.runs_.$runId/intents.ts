import type { Intents } from "~/browser/intents";

/** The buttons on the page of a payout run. */
export const runIntents = {
  leave_out: "button",
  discard: "button",
  send: "button",
  bank_file: "button",
  pay_again: "button",
} as const satisfies Intents;
