import { withQuery } from "~/components/ui/address";

/** The search of the page behind, without what only the dialog reads. */
export function withoutEdit(search: string): URLSearchParams {
  const params = new URLSearchParams(search);
  params.delete("edit");
  return params;
}

/** The list behind the dialog, with its filters. */
export function listAddress(search: string): string {
  return withQuery("/affiliates", withoutEdit(search));
}
