/** Intents of the page: save the settings, test them, re-enable a disabled webhook. */
export const webhookIntents = { save: "form", test: "form", enable: "button" } as const;
