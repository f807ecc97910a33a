import type { LoaderFunctionArgs } from "@remix-run/node";
import { readAffiliate, type AffiliateDetails } from "~/domain/affiliates/read-affiliate.server";
import { goneAffiliate } from "./gone-affiliate.server";
import { staffScope } from "./open-scope.server";

/**
 * Returns the affiliate in the URL. Throws a redirect if they were merged into another, and 404 for one of another
 * organization.
 */
export async function affiliateOf({ request, context, params }: LoaderFunctionArgs): Promise<AffiliateDetails> {
  return staffScope({ request, context }, async (scope) => {
    const affiliate = await readAffiliate(scope, params["affiliateId"]);
    if (!affiliate) throw await goneAffiliate(scope, params["affiliateId"], request);
    return affiliate;
  });
}
