import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { ButtonLink } from "~/components/ui/button";
import { DescriptionList } from "~/components/ui/description-list";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readDeal } from "~/domain/deals/read-deal.server";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { paymentsPath } from "~/web/thing-paths";
import { isPayable, MarkPaid } from "../_app.leads/deal-cells";
import { leadsPath } from "../_app.leads/lead-view";
import { useDealFacts } from "./deal-facts";
import { DealPayments } from "./deal-payments";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const deal = await staffScope({ request, context }, (scope) => readDeal(scope, params["dealId"]));
  if (!deal) throw new Response(null, { status: 404 });
  return { title: t("leads:details.title", { company: deal.company }), deal };
}

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Everything about a deal, to read and to copy (LEAD-04). */
export default function DealDialog() {
  const { title, deal } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["common", "transactions"]);
  const location = useAddress();
  const facts = useDealFacts(deal);
  return (
    <RouteDialog title={title} closeTo={leadsPath(location)} size="lg">
      <DescriptionList items={facts} />
      {deal.schedule.length > 0 && <DealPayments deal={deal} />}
      <FormActions className="pt-4">
        <ButtonLink
          variant="secondary"
          replace
          preventScrollReset
          to={`/leads/deals/${deal.id}/edit${location.search}`}
        >
          {t("edit")}
        </ButtonLink>
        {deal.commission.amount > 0 && (
          <ButtonLink variant="secondary" to={paymentsPath(deal.id)}>
            {t("leads:deals.to_payments")}
          </ButtonLink>
        )}
        {deal.paid && (
          <ButtonLink
            variant="secondary"
            replace
            preventScrollReset
            to={`/leads/deals/${deal.id}/reverse${location.search}`}
          >
            {t("transactions:reverse.action")}
          </ButtonLink>
        )}
        {isPayable(deal) && <MarkPaid deal={deal} />}
      </FormActions>
    </RouteDialog>
  );
}
