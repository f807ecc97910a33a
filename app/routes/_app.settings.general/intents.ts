/** What the forms of the general settings ask for. */
export const settingsIntents = { save: "form", "show-setup": "button" } as const;
