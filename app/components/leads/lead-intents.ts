/** Intent of Mark contacted, Qualify and Mark lost; the field `status` says which. */
export const moveIntents = { move: "button" } as const;

/** Intents of the leads screen. */
export const leadIntents = {
  ...moveIntents,
  "contact-several": "button",
  "qualify-several": "button",
  "mark-paid": "button",
  "resume-deal": "button",
  "hide-setup": "button",
} as const;
