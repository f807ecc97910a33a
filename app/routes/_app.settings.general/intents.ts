/** Intents of the general settings. */
export const settingsIntents = { save: "form", "show-setup": "button" } as const;
