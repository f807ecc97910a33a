/** What the buttons of the page ask for: of an open invitation, and of the second factor of all members. */
export const memberIntents = {
  resend: "button",
  revoke: "button",
  require: "button",
  release: "button",
} as const;
