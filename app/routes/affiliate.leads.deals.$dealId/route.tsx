import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readOwnDeal } from "~/domain/deals/read-own-deal.server";
import { pageTitle } from "~/web/page-title";
import { affiliateScope } from "~/web/open-scope.server";
import { DealFacts } from "./deal-facts";
import { DealTimeline } from "./deal-timeline";
import { PaymentSchedule } from "./payment-schedule";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const deal = await affiliateScope({ request, context }, (scope) => readOwnDeal(scope, params.dealId ?? ""));
  if (!deal) throw new Response(null, { status: 404 });
  return { title: deal.title, deal };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** One of the affiliate's deals: facts, what happened and what comes, and the months of a recurring one. */
export default function DealDialog() {
  const { deal } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  const { search } = useAddress();
  return (
    <RouteDialog
      title={`${deal.company} – ${deal.title}`}
      closeTo={`/affiliate/leads${search || "?tab=deals"}`}
      size="lg"
    >
      <div className="space-y-6">
        <DealFacts deal={deal} />
        <DealTimeline deal={deal} />
        {deal.schedule.length > 0 && (
          <PaymentSchedule caption={t("deal.schedule")} payments={deal.schedule} />
        )}
      </div>
    </RouteDialog>
  );
}
