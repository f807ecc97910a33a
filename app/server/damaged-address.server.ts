import { isDamaged } from "~/domain/shared/fields";

/** Throws 400 for an address whose query arrived damaged: what was searched for is not known then. */
export function refuseDamagedAddress(request: Request): void {
  const { searchParams } = new URL(request.url);
  if (!isDamaged([...searchParams].flat().join(" "))) return;
  throw new Response("address_damaged", { status: 400, statusText: "Bad Request" });
}
