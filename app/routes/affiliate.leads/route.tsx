import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { InactiveNotice } from "~/components/portal/inactive-notice";
import { PeriodFilter } from "~/components/forms/period-filter";
import { Icon } from "~/components/ui/icon";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { TabsNav } from "~/components/ui/tabs-nav";
import { useAddress } from "~/components/ui/use-address";
import { submittingBlocked } from "~/server/submitting.server";
import { countOwnDeals, listOwnDeals } from "~/domain/deals/list-own-deals.server";
import { countOwnLeads, listOwnLeads } from "~/domain/leads/list-own-leads.server";
import { readPeriod } from "~/domain/shared/period";
import { translator } from "~/server/request-language.server";
import { affiliateScope } from "~/server/open-scope.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { DealTable } from "./deal-table";
import { LeadTable } from "./lead-table";
import { paths } from "~/paths/paths";
import { addressWith } from "~/paths/address";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";

/** Two tabs in the URL: leads without a deal, and deals. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { pathname, searchParams: params } = new URL(request.url);
  const cursor = params.get("cursor");
  // A deal's dialog opened by its address is shown over the list of deals.
  const isDeals = params.get("tab") === "deals" || pathname.startsWith(paths.ownDeal());
  return affiliateScope({ request, context }, async (scope) => {
    const period = readPeriod(params, await scope.today());
    return {
      title: t("portal:leads.title"),
      blocked: await submittingBlocked(scope),
      period,
      counts: { leads: await countOwnLeads(scope, period), deals: await countOwnDeals(scope, period) },
      shown: isDeals
        ? { tab: "deals" as const, page: await listOwnDeals(scope, cursor, period) }
        : { tab: "leads" as const, page: await listOwnLeads(scope, cursor, period) },
    };
  });
}

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function LeadsAndDeals() {
  const { blocked, period, counts, shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  const { search } = useAddress();
  return (
    <>
      <div className="space-y-6">
        <PageHeader
          title={t("leads.title")}
          subtitle={t("leads.subtitle")}
          actions={
            blocked === null && (
              <DialogLink variant="primary" to={paths.newOwnLead(search)}>
                <Icon name="plus" />
                {t("leads.submit")}
              </DialogLink>
            )
          }
        />
        {blocked === "inactive" && <InactiveNotice />}
        <TabsNav
          path={paths.ownLeads()}
          label={t("leads.tabs")}
          current={shown.tab}
          items={[
            { value: "leads", label: t("leads.tab_leads"), count: counts.leads },
            { value: "deals", label: t("leads.tab_deals"), count: counts.deals },
          ]}
        />
        <PeriodFilter
          path={paths.ownLeads()}
          chosen={period}
          of={shown.tab === "deals" ? "closed" : "submitted"}
          all=""
        />
        {period && shown.page.rows.length === 0 ? (
          <NothingInPeriod tab={shown.tab} />
        ) : shown.tab === "deals" ? (
          <DealTable page={shown.page} total={counts.deals} />
        ) : (
          <LeadTable page={shown.page} total={counts.leads} maySubmit={blocked === null} />
        )}
      </div>
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("portal");
  return <ScreenError title={t("leads.title")} failed={t("leads.failed")} screen={paths.ownLeads()} />;
}

/** Replaces an empty list of leads or deals of a period. */
function NothingInPeriod({ tab }: { tab: "leads" | "deals" }) {
  const { t } = useTranslation(["portal", "common"]);
  const { search } = useAddress();
  return (
    <EmptyState
      framed
      icon="search-x"
      title={t(`leads.none_in_period.${tab}`)}
      action={
        <ButtonLink
          variant="secondary"
          to={addressWith(paths.ownLeads(), search, { period: null, from: null, to: null })}
          preventScrollReset
        >
          {t("common:clear_filters")}
        </ButtonLink>
      }
    >
      {t("leads.none_in_period.text")}
    </EmptyState>
  );
}
