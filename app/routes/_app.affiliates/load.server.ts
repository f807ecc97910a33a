import type { LoaderFunctionArgs } from "@remix-run/node";
import { readAffiliatePage } from "~/domain/reports/affiliate-page.server";
import { countUninvited } from "~/domain/affiliates/invite-all.server";
import { countAffiliates, hasAffiliates, listAffiliates } from "~/domain/reports/list-affiliates.server";
import { invitationParam } from "~/paths/affiliate-view";
import { goneAffiliate } from "~/server/gone-affiliate.server";
import { affiliateListParams } from "~/server/list-params.server";
import { openDefaultView } from "~/server/open-view.server";
import { staffScope } from "~/server/open-scope.server";
import { deferIfSlow } from "~/server/defer-if-slow.server";

/** Loads the list for its URL. */
export async function loadList({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const { order, ...filter } = affiliateListParams(params);
  const { search, status, invitation, terms = "", having = "", signedIn = "" } = filter;
  const cursor = params.get("cursor");
  const { timeZone, any } = await staffScope({ request, context }, async (scope) => {
    await openDefaultView(scope, request, "affiliates");
    return { timeZone: (await scope.organization()).timeZone, any: await hasAffiliates(scope) };
  });
  const list = staffScope({ request, context }, async (scope) => ({
    ...(await listAffiliates(scope, filter, order, cursor)),
    counts: await countAffiliates(scope, filter),
    uninvited: await countUninvited(scope),
  }));
  return {
    asked: {
      search,
      status: invitation ? invitationParam(invitation) : (status ?? ""),
      terms,
      having,
      signedIn,
      order,
      isFirst: cursor === null,
    },
    timeZone,
    any,
    list: (await deferIfSlow({ request, context }, list)).value,
  };
}

/** Loads the page of the affiliate in the URL. Throws 404 for an affiliate of another organization. */
export async function loadPage({ request, context, params }: LoaderFunctionArgs) {
  return staffScope({ request, context }, async (scope) => {
    const page = await readAffiliatePage(scope, params["affiliateId"]);
    if (!page) throw await goneAffiliate(scope, params["affiliateId"], request);
    const { timeZone, defaultCurrency } = await scope.organization();
    return { ...page, timeZone, currency: defaultCurrency };
  });
}

export type LoadedList = Awaited<ReturnType<typeof loadList>>;
export type LoadedPage = Awaited<ReturnType<typeof loadPage>>;
