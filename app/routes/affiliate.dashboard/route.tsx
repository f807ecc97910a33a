import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EarningsChart } from "~/components/portal/earnings-chart";
import { InactiveNotice } from "~/components/portal/inactive-notice";
import { PageHeader } from "~/components/ui/page-header";
import { submittingBlocked } from "~/server/submitting.server";
import { sumOwnEarnings } from "~/domain/commissions/list-own-earnings.server";
import { latestOwnLeads } from "~/domain/leads/list-own-leads.server";
import { summarizeAffiliate } from "~/domain/reports/affiliate-summary.server";
import { addDays, addMonths } from "~/domain/shared/dates";
import { namedPeriod } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { translator } from "~/i18n/i18n.server";
import { affiliateScope } from "~/server/open-scope.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { KeyFigures } from "./key-figures";
import { LatestLeads } from "./latest-leads";
import { QuickActions } from "./quick-actions";
import { paths } from "~/paths/paths";

const LATEST_LEADS = 5;
const MONTHS = 12;
const MONTHS_BEFORE = 6;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  return affiliateScope({ request, context }, async (scope) => {
    const organization = await scope.organization();
    return {
      title: t("portal:dashboard.title"),
      organization: organization.name,
      currency: organization.defaultCurrency,
      blocked: await submittingBlocked(scope),
      summary: await summarizeAffiliate(scope),
      chart: await readChart(scope),
      leads: await latestOwnLeads(scope, LATEST_LEADS),
    };
  });
}

/** Reads half a year back and half a year ahead, including this month. */
async function readChart(scope: Scope) {
  const today = await scope.today();
  const from = addMonths(namedPeriod("this-month", today).from, -MONTHS_BEFORE);
  const period = { from, to: addDays(addMonths(from, MONTHS), -1) };
  return { from, count: MONTHS, months: await sumOwnEarnings(scope, period) };
}

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function Dashboard() {
  const { organization, currency, blocked, summary, chart, leads } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  return (
    <div className="space-y-8">
      <PageHeader title={t("dashboard.title")} subtitle={t("dashboard.subtitle", { organization })} />
      <KeyFigures summary={summary} currency={currency} />
      {blocked === "inactive" && <InactiveNotice />}
      <QuickActions blocked={blocked} />
      <EarningsChart {...chart} />
      <LatestLeads leads={leads} maySubmit={blocked === null} />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("portal");
  return <ScreenError title={t("dashboard.title")} failed={t("dashboard.failed")} screen={paths.dashboard()} />;
}
