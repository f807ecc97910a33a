import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal, endVersion, readEndableDeal } from "~/domain/deals/end-deal.server";
import { readDeal } from "~/domain/deals/read-deal.server";
import { formatMoney } from "~/domain/shared/money";
import { numberLocale, translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { leadsPath } from "~/paths/lead-view";
import { runAction } from "~/server/action.server";
import { EndDealForm } from "./end-deal-form";
import { endFields, listSearch } from "./end-fields";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  const found = await staffScope({ request, context }, async (scope) => {
    const deal = await readEndableDeal(scope, params["dealId"]);
    if (!deal) return null;
    const ended = (await readDeal(scope, deal.id))?.ended ?? null;
    return { deal, isEnded: ended !== null, today: await scope.today() };
  });
  if (!found) throw new Response(null, { status: 404 });
  return {
    ...found,
    title: t("deals:end.page_title", { deal: found.deal.contract.title }),
    version: endVersion(found.deal),
    // Values chosen before the preview was requested without JavaScript.
    chosen: Object.fromEntries([...searchParams].filter(([name]) => endFields.some((one) => one === name))),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return runAction(args, {
    who: "member",
    signedOut: "not_signed_in",
    named: { deal_id: params["dealId"] },
    schema: endDealSchema,
    failed: "deal_end_failed",
    run: async (input, { inScope, t }) => {
      const done = await inScope((scope) => endDeal(scope, input));
      const locale = await numberLocale(request);
      const back = done?.sums.owed_back.map(({ amount, currency }) => formatMoney(amount, currency, locale));
      return {
        to: leadsPath(listSearch(new URL(request.url))),
        toast: {
          tone: "success",
          title: t("deals:end.saved"),
          ...(back?.length && { description: t("deals:end.saved_back", { amount: back.join(", ") }) }),
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Ends a deal or cancels it, and shows beforehand what happens to its commission (LEAD-16). */
export default function EndDeal() {
  const { title, isEnded, ...shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["deals", "common", "errors"]);
  const lastResult = useReply();
  const closeTo = leadsPath(listSearch(useAddress()));
  return (
    <RouteDialog title={title} description={t("deals:end.text")} closeTo={closeTo} size="lg">
      {isEnded ? (
        <>
          <Alert tone="warning">{t("errors:deal_ended")}</Alert>
          <FormActions className="pt-4">
            <DialogCancel to={closeTo}>{t("common:close")}</DialogCancel>
          </FormActions>
        </>
      ) : (
        <EndDealForm {...shown} closeTo={closeTo} lastResult={lastResult} />
      )}
    </RouteDialog>
  );
}
