/** Intents of the forms about saved views. */
export const viewIntents = {
  save: "button",
  edit: "button",
  update: "button",
  delete: "button",
  default: "button",
} as const;
