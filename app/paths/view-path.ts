import { viewQuery, type ListName } from "~/domain/shared/lists";
import { paths } from "./paths";

/** Parameter with the id of the saved view that the page shows, perhaps changed. */
export const SAVED = "saved";
/** Its value for a list without a view, which does not open the person's default view either. */
export const WITHOUT_VIEW = "none";

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

/** Returns whether this is the address of a list without any parameter, which opens the person's default view. */
export const isBareList = (list: ListName, { pathname, search }: { pathname: string; search: string }): boolean =>
  pathname === listPaths[list] && search === "";

/** Returns the address of a list without a view, also for a person whose list opens with one. */
export const listAddress = (list: ListName, views: readonly { list: ListName; isDefault: boolean }[]): string =>
  withoutView(listPaths[list], views);

/** Returns a path unchanged, unless it would open one of these views as the default. */
export function withoutView(path: string, views: readonly { list: ListName; isDefault: boolean }[]): string {
  const opens = views.some(({ list, isDefault }) => isDefault && listPaths[list] === path);
  return opens ? `${path}?${SAVED}=${WITHOUT_VIEW}` : path;
}

/** Whether the page shows something else than the view that it was opened with. */
export const isChanged = (view: { list: ListName; query: string }, search: string): boolean =>
  viewQuery(view.list, search) !== view.query;
