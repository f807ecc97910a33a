import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { InactiveNotice } from "~/components/portal/inactive-notice";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { TabsNav } from "~/components/ui/tabs-nav";
import { useAddress } from "~/components/ui/use-address";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { countOwnDeals, listOwnDeals } from "~/domain/deals/list-own-deals.server";
import { countOwnLeads, listOwnLeads } from "~/domain/leads/list-own-leads.server";
import { translator } from "~/i18n/i18n.server";
import { affiliateScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { ScreenError } from "~/web/screen-error";
import { DealTable } from "./deal-table";
import { LeadTable } from "./lead-table";

/** Two tabs in the URL: leads that have no deal, and deals. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { pathname, searchParams: params } = new URL(request.url);
  const cursor = params.get("cursor");
  // The dialog of a deal, opened by its address alone, stands before the deals.
  const isDeals = params.get("tab") === "deals" || pathname.startsWith("/affiliate/leads/deals/");
  return affiliateScope({ request, context }, async (scope) => ({
    title: t("portal:leads.title"),
    maySubmit: (await readOwnAffiliate(scope))?.maySubmit ?? false,
    counts: { leads: await countOwnLeads(scope), deals: await countOwnDeals(scope) },
    shown: isDeals
      ? { tab: "deals" as const, page: await listOwnDeals(scope, cursor) }
      : { tab: "leads" as const, page: await listOwnLeads(scope, cursor) },
  }));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function LeadsAndDeals() {
  const { maySubmit, counts, shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  const { search } = useAddress();
  return (
    <>
      <div className="space-y-6">
        <PageHeader
          title={t("leads.title")}
          subtitle={t("leads.subtitle")}
          actions={
            maySubmit && (
              <DialogLink variant="primary" to={`/affiliate/leads/new${search}`}>
                <Plus aria-hidden />
                {t("leads.submit")}
              </DialogLink>
            )
          }
        />
        {!maySubmit && <InactiveNotice />}
        <TabsNav
          path="/affiliate/leads"
          label={t("leads.tabs")}
          current={shown.tab}
          items={[
            { value: "leads", label: t("leads.tab_leads"), count: counts.leads },
            { value: "deals", label: t("leads.tab_deals"), count: counts.deals },
          ]}
        />
        {shown.tab === "deals" ? (
          <DealTable page={shown.page} total={counts.deals} />
        ) : (
          <LeadTable page={shown.page} total={counts.leads} maySubmit={maySubmit} />
        )}
      </div>
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("portal");
  return <ScreenError title={t("leads.title")} failed={t("leads.failed")} screen="/affiliate/leads" />;
}
