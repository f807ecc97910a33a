/** Mark contacted, Qualify and Mark lost; the field `status` says which. */
export const moveIntents = { move: "button" } as const;

/** What the buttons of the leads screen ask for. */
export const leadIntents = {
  ...moveIntents,
  "contact-several": "button",
  "qualify-several": "button",
  "mark-paid": "button",
  "resume-deal": "button",
  "hide-setup": "button",
} as const;
