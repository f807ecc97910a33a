/** What the forms of this page ask for. */
export const appIntents = { begin: "form", confirm: "form", cancel: "button" } as const;
