/** Intents of this page. */
export const appIntents = { begin: "form", confirm: "form", cancel: "button" } as const;
