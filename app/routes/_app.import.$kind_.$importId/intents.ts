export const importIntents = { columns: "form", start: "form", cancel: "button", undo: "button" } as const;
