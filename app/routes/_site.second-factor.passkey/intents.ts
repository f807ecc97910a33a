/** Intents of this page. */
export const passkeyIntents = { begin: "form", add: "form" } as const;
