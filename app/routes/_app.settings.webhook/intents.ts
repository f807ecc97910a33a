/** What the forms of the page ask for: to store the settings, to try them, to send again to a disabled webhook. */
export const webhookIntents = { save: "form", test: "form", enable: "button" } as const;
