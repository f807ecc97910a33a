/** What the buttons of the list of sessions ask for. */
export const sessionIntents = { end: "button", "end-others": "button" } as const;
