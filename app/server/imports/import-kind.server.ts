import type { Params } from "@remix-run/react";
import { importKinds, type ImportKind } from "~/domain/imports/import-run";

/** Returns the kind of import in the URL. Throws 404 for an unknown kind. */
export function importKindOf({ kind }: Params): ImportKind {
  const known = importKinds.find((one) => one === kind);
  if (!known) throw new Response(null, { status: 404, statusText: "Not Found" });
  return known;
}
