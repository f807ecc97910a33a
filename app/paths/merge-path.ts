import { paths } from "./paths";

/** Returns the preview of merging a lead with another. `search`: the filters of the list behind it. */
export function mergePath(id: string, other: string, search: string): string {
  const params = new URLSearchParams(search);
  params.set("with", other);
  return paths.leadDialog(id, "merge", `?${params}`);
}
