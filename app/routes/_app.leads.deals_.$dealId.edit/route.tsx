import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { editDealSchemaFor } from "~/domain/deals/deal.schema";
import { editDeal, dealVersion } from "~/domain/deals/edit-deal.server";
import { readEditableDeal } from "~/domain/deals/read-editable-deal.server";
import { numberLocale, translator } from "~/server/request-language.server";
import { staffOwnFields } from "~/server/own-fields.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { leadsPath } from "~/paths/lead-view";
import { EditDealForm } from "./edit-deal-form";
import { runAction } from "~/server/action.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const deal = await staffScope({ request, context }, (scope) => readEditableDeal(scope, params["dealId"]));
  if (!deal) throw new Response(null, { status: 404 });
  const title = t("deals:edit.page_title", { deal: deal.contract.title });
  return { title, deal, version: dealVersion(deal.contract, deal.own) };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return runAction(args, {
    who: "member",
    signedOut: "not_signed_in",
    named: { deal_id: params["dealId"] },
    schema: async () => {
      const { fields, reading } = await staffOwnFields(args, "deal", params["dealId"]);
      return editDealSchemaFor(await numberLocale(request), fields, reading);
    },
    failed: "deal_edit_failed",
    run: async (input, { inScope, t }) => {
      await inScope((scope) => editDeal(scope, input));
      return {
        to: leadsPath(new URL(request.url)),
        toast: { tone: "success", title: t("deals:edit.saved") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function EditDeal() {
  const { title, deal, version } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const closeTo = leadsPath(useAddress());
  return (
    <RouteDialog title={title} closeTo={closeTo} size="lg">
      <EditDealForm deal={deal} version={version} closeTo={closeTo} lastResult={lastResult} />
    </RouteDialog>
  );
}
