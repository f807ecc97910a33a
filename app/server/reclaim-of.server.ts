import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Reclaim } from "~/domain/payouts/reclaim";
import { readReclaims } from "~/domain/payouts/reclaims.server";
import type { Day } from "~/domain/shared/dates";
import { staffScope } from "./open-scope.server";

/** Returns the affiliate and the currency of a form that settles what they owe. */
export const debtorOf = ({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">) => ({
  affiliateId: params["affiliateId"] ?? "",
  currency: new URL(request.url).searchParams.get("currency") ?? "",
});

/** Returns what the affiliate in the URL owes in its currency, and today. Throws 404 if it is nothing. */
export async function reclaimOf(args: LoaderFunctionArgs): Promise<{ reclaim: Reclaim; today: Day }> {
  const { affiliateId, currency } = debtorOf(args);
  const found = await staffScope(args, async (scope) => {
    return { open: (await readReclaims(scope, affiliateId)).open, today: await scope.today() };
  });
  const reclaim = found.open.find((one) => one.currency === currency);
  if (!reclaim) throw new Response(null, { status: 404, statusText: "Not Found" });
  return { reclaim, today: found.today };
}
