export const importIntents = { columns: "form", start: "form", cancel: "button" } as const;
