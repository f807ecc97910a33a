import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { latestOwnLeads } from "~/domain/leads/list-own-leads.server";
import { summarizeAffiliate } from "~/domain/reports/affiliate-summary.server";
import { translator } from "~/i18n/i18n.server";
import { affiliateScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { ScreenError } from "~/web/screen-error";
import { KeyFigures } from "./key-figures";
import { LatestLeads } from "./latest-leads";
import { QuickActions } from "./quick-actions";

const LATEST_LEADS = 5;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  return affiliateScope({ request, context }, async (scope) => {
    const organization = await scope.organization();
    return {
      title: t("portal:dashboard.title"),
      organization: organization.name,
      currency: organization.defaultCurrency,
      maySubmit: (await readOwnAffiliate(scope))?.maySubmit ?? false,
      summary: await summarizeAffiliate(scope),
      leads: await latestOwnLeads(scope, LATEST_LEADS),
    };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Dashboard() {
  const { organization, currency, maySubmit, summary, leads } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  return (
    <div className="space-y-8">
      <PageHeader title={t("dashboard.title")} subtitle={t("dashboard.subtitle", { organization })} />
      <KeyFigures summary={summary} currency={currency} />
      <QuickActions maySubmit={maySubmit} />
      <LatestLeads leads={leads} maySubmit={maySubmit} />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("portal");
  return (
    <ScreenError title={t("dashboard.title")} failed={t("dashboard.failed")} screen="/affiliate/dashboard" />
  );
}
