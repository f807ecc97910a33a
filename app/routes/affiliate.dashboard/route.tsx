import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EarningsChart } from "~/components/portal/earnings-chart";
import { InactiveNotice } from "~/components/portal/inactive-notice";
import { Icon } from "~/components/ui/icon";
import { PageHeader } from "~/components/ui/page-header";
import { submittingBlocked, type Blocked } from "~/server/submitting.server";
import { sumOwnEarnings } from "~/domain/commissions/list-own-earnings.server";
import { latestOwnLeads, type OwnLead } from "~/domain/leads/list-own-leads.server";
import { summarizeAffiliate } from "~/domain/reports/affiliate-summary.server";
import { readPayee } from "~/domain/payouts/read-payee.server";
import { addDays, addMonths } from "~/domain/shared/dates";
import { namedPeriod } from "~/domain/shared/period";
import { actingAffiliate } from "~/domain/shared/permissions";
import type { Scope } from "~/domain/shared/scope";
import { translator } from "~/server/request-language.server";
import { affiliateScope } from "~/server/open-scope.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { KeyFigures } from "./key-figures";
import { paths } from "~/paths/paths";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Table } from "~/components/ui/table";
import { useFormat } from "~/browser/use-format";
import { useId } from "react";
import { Link } from "~/components/ui/link";

const actions = [
  { key: "submit", to: paths.newOwnLead(), icon: "send-horizontal" },
  { key: "earnings", to: paths.ownEarnings(), icon: "banknote" },
  { key: "terms", to: paths.ownTerms(), icon: "file-text" },
] as const;

/** The main actions of an affiliate. */
function QuickActions({ blocked }: { blocked: Blocked }) {
  const { t } = useTranslation("portal");
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-base font-semibold">
        {t("dashboard.quick_actions")}
      </h2>
      <ul className="mt-3 grid gap-3 md:grid-cols-3 md:gap-4">
        {actions.map(({ key, to, icon }) => (
          <li key={key} className="flex">
            <Link
              to={to}
              prefetch="intent"
              className="group flex flex-1 items-center gap-4 rounded-lg border bg-surface p-4 transition-colors duration-150 hover:border-control hover:bg-sunken"
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                <Icon name={icon} className="size-5" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(`dashboard.actions.${key}.title`)}</span>
                <span className="block text-muted">
                  {key === "submit" && blocked
                    ? t(`dashboard.actions.submit.${blocked}`)
                    : t(`dashboard.actions.${key}.text`)}
                </span>
              </span>
              <Icon name="chevron-right" className="size-4 shrink-0 text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LATEST_LEADS = 5;
const MONTHS = 12;
const MONTHS_BEFORE = 6;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  return affiliateScope({ request, context }, async (scope) => {
    const organization = await scope.organization();
    const summary = await summarizeAffiliate(scope);
    return {
      title: t("portal:dashboard.title"),
      organization: organization.name,
      currency: organization.defaultCurrency,
      blocked: await submittingBlocked(scope),
      summary,
      lacksDetails: summary.open.length > 0 && (await lacksDetails(scope)),
      chart: await readChart(scope),
      leads: await latestOwnLeads(scope, LATEST_LEADS),
    };
  });
}

/** Whether the affiliate still has to enter something before they can be paid. */
async function lacksDetails(scope: Scope): Promise<boolean> {
  const { missing } = await readPayee(scope, actingAffiliate(scope));
  return missing.some((gap) => gap !== "account_waiting");
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
  const { organization, currency, blocked, summary, lacksDetails, chart, leads } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  return (
    <div className="space-y-8">
      <PageHeader title={t("dashboard.title")} subtitle={t("dashboard.subtitle", { organization })} />
      {lacksDetails && <DetailsMissing organization={organization} />}
      <KeyFigures summary={summary} currency={currency} />
      {blocked === "inactive" && <InactiveNotice />}
      <QuickActions blocked={blocked} />
      <EarningsChart {...chart} />
      <LatestLeads leads={leads} maySubmit={blocked === null} />
    </div>
  );
}

/** Leads to the payout details. */
function DetailsMissing({ organization }: { organization: string }) {
  const { t } = useTranslation("portal");
  return (
    <Alert
      tone="warning"
      title={t("dashboard.details.title", { organization })}
      actions={
        <ButtonLink variant="secondary" size="sm" to={paths.payoutDetails()}>
          {t("dashboard.details.action")}
        </ButtonLink>
      }
    >
      {t("dashboard.details.text")}
    </Alert>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("portal");
  return <ScreenError title={t("dashboard.title")} failed={t("dashboard.failed")} screen={paths.dashboard()} />;
}

/** The leads submitted last, in any status. */
function LatestLeads({ leads, maySubmit }: { leads: readonly OwnLead[]; maySubmit: boolean }) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (
    <div>
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 className="text-base font-semibold">{t("dashboard.latest")}</h2>
        <Link to={paths.ownLeads()} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t("dashboard.all_leads")}
        </Link>
      </div>
      <Table
        caption={t("dashboard.latest")}
        fit="few"
        rows={leads}
        rowKey={(lead) => lead.id}
        rowHref={({ id, dealId }) => (dealId ? paths.ownDeal(dealId) : paths.ownLead(id))}
        columns={[
          { id: "company", header: t("fields.company"), primary: true, cell: (lead) => lead.company },
          { id: "contact", header: t("fields.contact"), cell: (lead) => lead.contact },
          {
            id: "status",
            header: t("fields.status"),
            cell: (lead) => <LeadStatusBadge reader="affiliate" status={lead.status} />,
          },
          {
            id: "submitted",
            header: t("fields.submitted"),
            align: "end",
            cell: (lead) => format.day(lead.submittedOn),
          },
        ]}
        empty={
          <EmptyState
            icon="handshake"
            title={t("leads.empty.title")}
            action={maySubmit && <ButtonLink to={paths.newOwnLead()}>{t("leads.submit")}</ButtonLink>}
          >
            {t("leads.empty.text")}
          </EmptyState>
        }
      />
    </div>
  );
}
