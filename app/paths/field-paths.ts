import { paths } from "./paths";

/** Addresses of own fields. */
export const fieldPaths = {
  /** Adds a field of leads or deals. */
  add: (of: "lead" | "deal") => `${paths.settings("fields")}/new?of=${of}`,
  dialog: (id: string, dialog: "edit" | "delete" | "purge") => `${paths.settings("fields")}/${id}/${dialog}`,
  /** Filters the lists of the leads screen; `search` has the filters of the screen. */
  filter: (search: string) => paths.lead("filter", search),
};
