import type { LoaderFunctionArgs } from "@remix-run/node";
import { readAffiliate, type AffiliateDetails } from "~/domain/affiliates/read-affiliate.server";
import { staffScope } from "./open-scope.server";

/** Returns the affiliate in the URL. Throws 404 for one of another organization. */
export async function affiliateOf({ request, context, params }: LoaderFunctionArgs): Promise<AffiliateDetails> {
  const affiliate = await staffScope({ request, context }, (scope) => readAffiliate(scope, params["affiliateId"]));
  if (!affiliate) throw new Response(null, { status: 404, statusText: "Not Found" });
  return affiliate;
}
