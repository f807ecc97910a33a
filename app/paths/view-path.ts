import { viewQuery, type ListName } from "~/domain/shared/lists";
import { paths } from "./paths";

/** Parameter with the id of the saved view that the page shows, perhaps changed. */
export const SAVED = "saved";

const listPaths: Record<ListName, string> = {
  leads: paths.leads(),
  affiliates: paths.affiliates(),
  commissions: paths.commissions(),
  transactions: paths.transactions(),
  payouts: paths.payouts(),
  activity: paths.settings("activity"),
  deliveries: paths.deliveries(),
};

/** Returns the address of a list as a saved view shows it. `drop` names parameters to leave out. */
export function savedAddress(
  view: { id: string; list: ListName; query: string },
  drop: readonly string[] = [],
): string {
  const params = new URLSearchParams(view.query);
  for (const name of drop) params.delete(name);
  params.set(SAVED, view.id);
  return `${listPaths[view.list]}?${params}`;
}

/** Returns the address of a list without a view. */
export const listAddress = (list: ListName): string => listPaths[list];

/** Whether the page shows something else than the view that it was opened with. */
export const isChanged = (view: { list: ListName; query: string }, search: string): boolean =>
  viewQuery(view.list, search) !== view.query;
