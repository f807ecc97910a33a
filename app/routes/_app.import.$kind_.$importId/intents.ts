export const importIntents = {
  columns: "form",
  encoding: "form",
  start: "form",
  cancel: "button",
  undo: "button",
} as const;
