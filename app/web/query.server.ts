import { isDamaged } from "~/domain/shared/fields";

/** The query of an address. Throws 400 when it arrived damaged: what was searched for is not known then. */
export function queryOf(request: Request): URLSearchParams {
  const { searchParams } = new URL(request.url);
  if (isDamaged([...searchParams].flat().join(" "))) {
    throw new Response("address_damaged", { status: 400, statusText: "Bad Request" });
  }
  return searchParams;
}
