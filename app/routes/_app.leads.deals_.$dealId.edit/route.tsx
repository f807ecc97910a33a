import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { editDealSchemaFor } from "~/domain/deals/deal.schema";
import { editDeal, seenDeal } from "~/domain/deals/edit-deal.server";
import { readEditableDeal } from "~/domain/deals/read-editable-deal.server";
import { numberLocale, translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { formOf } from "~/web/form.server";
import { staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { requireActingMember } from "~/web/acting-member.server";
import { submitOrFault } from "~/web/faults.server";
import { useReply } from "~/web/use-reply";
import { leadsPath } from "../_app.leads/lead-view";
import { EditDealForm } from "./edit-deal-form";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const deal = await staffScope({ request, context }, (scope) => readEditableDeal(scope, params["dealId"]));
  if (!deal) throw new Response(null, { status: 404 });
  const title = t("deals:edit.page_title", { deal: deal.contract.title });
  return { title, deal, seen: seenDeal(deal.contract) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const call = { request, context };
  await requireActingMember(call, "not_signed_in");
  const t = await translator(request);
  const form = await formOf(request);
  // The address names the deal, whatever the form says.
  form.set("deal_id", params["dealId"] ?? "");
  const schema = editDealSchemaFor(await numberLocale(request));
  return submitOrFault(call, form, schema, "deal_edit_failed", async (input) => {
    await staffScope(call, (scope) => editDeal(scope, input));
    const toast = { tone: "success", title: t("deals:edit.saved") } as const;
    return redirectWithToast(leadsPath(new URL(request.url)), toast);
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function EditDeal() {
  const { title, deal, seen } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const closeTo = leadsPath(useAddress());
  return (
    <RouteDialog title={title} closeTo={closeTo} size="lg">
      <EditDealForm {...{ deal, seen, closeTo, lastResult }} />
    </RouteDialog>
  );
}
