/** Few columns, some, or as many as fit on a wide screen; app.css says where each becomes cards. */
export type TableFit = "few" | "some" | "many";

/** Makes an element the container whose width decides between table and cards. */
export const fitClass: Record<TableFit, string> = {
  few: "@container/few",
  some: "@container/some",
  many: "@container/many",
};
