/** Intents of the page of own fields. */
export const fieldIntents = { up: "button", down: "button", restore: "button" } as const;
