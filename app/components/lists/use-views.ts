import { useRouteLoaderData } from "@remix-run/react";
import { useCallback } from "react";
import type { SavedView } from "~/domain/views/saved-view";
import { withoutView } from "~/paths/view-path";

/** Returns the saved views that the member sees, of all lists. */
export const useViews = (): readonly SavedView[] =>
  useRouteLoaderData<() => { views: SavedView[] }>("routes/_app")?.views ?? none;

/** One and the same, so that it changes nothing on pages without views. */
const none: readonly SavedView[] = [];

/** Returns a function that adds to the bare address of a list that it does not open the member's default view. */
export function useWithoutView(): (path: string) => string {
  const views = useViews();
  return useCallback((path) => withoutView(path, views), [views]);
}
