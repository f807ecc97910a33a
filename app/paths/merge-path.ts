import { dialogOnPage, MERGED_WITH } from "./affiliate-view";
import { paths } from "./paths";

/** Returns the preview of merging a lead with another. `search`: the filters of the list behind it. */
export function mergePath(id: string, other: string, search: string): string {
  const params = new URLSearchParams(search);
  params.set(MERGED_WITH, other);
  return paths.leadDialog(id, "merge", `?${params}`);
}

/** Returns the preview of merging an affiliate with another, above the affiliate's page. */
export function mergeAffiliatePath(id: string, other: string, search: string): string {
  const [path, query = ""] = dialogOnPage(id, "merge", search).split("?");
  const params = new URLSearchParams(query);
  params.set(MERGED_WITH, other);
  return `${path}?${params}`;
}
