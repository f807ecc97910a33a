import type { Params } from "@remix-run/react";
import { importKinds, type ImportKind } from "~/domain/imports/import-run";

/** What an address imports; throws 404 for what cannot be imported. */
export function importKindOf({ kind }: Params): ImportKind {
  const known = importKinds.find((one) => one === kind);
  if (!known) throw new Response(null, { status: 404, statusText: "Not Found" });
  return known;
}
