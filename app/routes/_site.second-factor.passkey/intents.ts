/** What the forms of this page ask for. */
export const passkeyIntents = { begin: "form", add: "form" } as const;
