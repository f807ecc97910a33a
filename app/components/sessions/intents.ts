/** Intents of the list of sessions. */
export const sessionIntents = { end: "button", "end-others": "button" } as const;
