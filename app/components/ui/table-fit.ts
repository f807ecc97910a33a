/** Few columns, some, as many as fit on a wide screen, or still more; app.css says where each becomes cards. */
export type TableFit = "few" | "some" | "many" | "most";

/** Makes an element the container whose width decides between table and cards. */
export const fitClass: Record<TableFit, string> = {
  few: "@container/few",
  some: "@container/some",
  many: "@container/many",
  most: "@container/most",
};
