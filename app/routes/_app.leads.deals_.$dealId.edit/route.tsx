import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { RouteDialog } from "~/components/ui/route-dialog";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { readEditableDeal } from "~/domain/deals/read-editable-deal.server";
import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { formOf } from "~/web/form.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { submit } from "~/web/submit.server";
import { leadsPath } from "../_app.leads/lead-view";
import { EditDealForm } from "./edit-deal-form";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const deal = await staffScope({ request, context }, (scope) => readEditableDeal(scope, params["dealId"]));
  if (!deal) throw new Response(null, { status: 404 });
  return { title: t("deals:edit.page_title", { deal: deal.contract.title }), deal };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireMember({ request, context });
  const t = await translator(request);
  const form = await formOf(request);
  // The address names the deal, whatever the form says.
  form.set("deal_id", params["dealId"] ?? "");
  return submit(form, editDealSchema, async (input) => {
    await staffScope({ request, context }, (scope) => editDeal(scope, input));
    const toast = { tone: "success", title: t("deals:edit.saved") } as const;
    return redirectWithToast(leadsPath(new URL(request.url)), toast);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function EditDeal() {
  const { title, deal } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const closeTo = leadsPath(useLocation());
  return (
    <RouteDialog title={title} closeTo={closeTo} size="lg">
      <EditDealForm {...{ deal, closeTo, lastResult }} />
    </RouteDialog>
  );
}
