/** Intents of the page: of an open invitation, and of the second factor of all members. */
export const memberIntents = {
  resend: "button",
  revoke: "button",
  require: "button",
  release: "button",
} as const;
