import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { TabsNav } from "~/components/ui/tabs-nav";
import { listDeals } from "~/domain/deals/list-deals.server";
import { countLeads, listLeads } from "~/domain/leads/list-leads.server";
import { readOrganization } from "~/domain/organizations/read-organization.server";
import { translator } from "~/i18n/i18n.server";
import { actWithToast } from "~/web/act.server";
import { staffScope } from "~/web/open-scope.server";
import { ScreenError } from "~/web/screen-error";
import { Archive } from "./archive";
import { DealsTable } from "./deals-table";
import { moveLeadButton, payDealButton } from "./lead-buttons.server";
import { pathOfTab, tabOf, tabs } from "./lead-tabs";
import { Pipeline } from "./pipeline";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const tab = tabOf(new URL(request.url).searchParams);
  const t = await translator(request);
  const page = await staffScope({ request, context }, async (scope) => ({
    counts: await countLeads(scope),
    timeZone: (await readOrganization(scope)).timeZone,
    leads: tab === "deals" ? [] : await listLeads(scope, tab),
    deals: tab === "deals" ? await listDeals(scope) : [],
  }));
  return { title: t("leads:title"), tab, ...page };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = Object.fromEntries(await formOf(request));
  const t = await translator(request);
  const button = form["intent"] === "mark-paid" ? payDealButton : moveLeadButton;
  const here = pathOfTab(tabOf(new URL(request.url).searchParams));
  return actWithToast(here, () => staffScope({ request, context }, (scope) => button(scope, form, t)), t);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Leads() {
  const { tab, counts, leads, deals, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("leads");
  return (
    <div className="space-y-6">
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      <TabsNav
        path="/leads"
        label={t("views")}
        current={tab}
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`), count: counts[value] }))}
      />
      {tab === "pipeline" && <Pipeline leads={leads} total={counts.pipeline} timeZone={timeZone} />}
      {tab === "deals" && <DealsTable deals={deals} total={counts.deals} />}
      {tab === "archive" && <Archive leads={leads} total={counts.archive} timeZone={timeZone} />}
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("leads");
  const tab = tabOf(useSearchParams()[0]);
  return (
    <ScreenError title={t("title")} failed={t(tab === "deals" ? "failed_deals" : "failed")} screen="/leads" />
  );
}
