import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ScreenError } from "~/components/errors/screen-error";
import { ExportMenu } from "~/components/exports/export-menu";
import { PeriodFilter } from "~/components/forms/period-filter";
import { EarningsTable, EarningsTotals, MonthsTable } from "~/components/portal/earnings-table";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { Icon } from "~/components/ui/icon";
import { PageHeader } from "~/components/ui/page-header";
import { PageLinks } from "~/components/ui/page-links";
import { useAddress } from "~/components/ui/use-address";
import { listOwnEarnings, sumOwnEarnings } from "~/domain/commissions/list-own-earnings.server";
import { hasOwnStatements } from "~/domain/payouts/read-statement.server";
import { ALL_DAYS, periodParams } from "~/domain/shared/period";
import { screenTitle } from "~/browser/page-title";
import { translator } from "~/server/request-language.server";
import { addressWith } from "~/paths/address";
import { paths } from "~/paths/paths";
import { readEarningsPeriod } from "~/server/earnings-period.server";
import { affiliateScope } from "~/server/open-scope.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  return affiliateScope({ request, context }, async (scope) => {
    const period = await readEarningsPeriod(scope, searchParams);
    const months = await sumOwnEarnings(scope, period);
    return {
      title: t("portal:earnings.title"),
      currency: (await scope.organization()).defaultCurrency,
      period,
      hasStatements: await hasOwnStatements(scope),
      months,
      hasEarnings: months.length > 0 || (period !== null && (await sumOwnEarnings(scope, null)).length > 0),
      page: await listOwnEarnings(scope, { period, cursor: searchParams.get("cursor") }),
    };
  });
}

export const meta: MetaFunction<typeof loader> = screenTitle;

/** Every due, planned and paid commission, by month and one by one (POR-08). */
export default function Earnings() {
  const { currency, period, hasStatements, months, hasEarnings, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["portal", "runs"]);
  const { search } = useAddress();
  const of = (path: string, more: Record<string, string> = {}) =>
    addressWith(path, "", { ...(period ? periodParams(period) : { period: ALL_DAYS }), ...more });
  return (
    <>
      <div className="space-y-6">
        <PageHeader
          title={t("earnings.title")}
          subtitle={t("earnings.subtitle")}
          actions={
            <>
              <ExportMenu hrefOf={(format) => of(paths.ownEarningsCsv(), { format })} />
              {hasStatements && (
                <ButtonLink variant="secondary" to={paths.ownStatements()}>
                  <Icon name="file-text" />
                  {t("runs:statements.title")}
                </ButtonLink>
              )}
              <ButtonLink variant="secondary" to={of(paths.ownStatement())}>
                <Icon name="printer" />
                {t("earnings.print")}
              </ButtonLink>
            </>
          }
        />
        <PeriodFilter path={paths.ownEarnings()} chosen={period} of="due_or_paid" all={ALL_DAYS} />
        <EarningsTotals months={months} currency={currency} />
        {months.length === 0 ? (
          <NoEarnings isOtherPeriod={hasEarnings} />
        ) : (
          <>
            <section className="space-y-3">
              <h2 className="text-base font-semibold">{t("earnings.by_month")}</h2>
              <MonthsTable months={months} />
            </section>
            <section className="space-y-3">
              <h2 className="text-base font-semibold">{t("earnings.list")}</h2>
              <EarningsTable rows={page.rows} dealHref={(dealId) => paths.ownEarningsDeal(dealId, search)} />
              <PageLinks page={page} />
            </section>
          </>
        )}
      </div>
      <Outlet />
    </>
  );
}

/** Replaces the earnings: there are none yet, or the period has none. */
function NoEarnings({ isOtherPeriod }: { isOtherPeriod: boolean }) {
  const { t } = useTranslation(["portal", "common"]);
  return isOtherPeriod ? (
    <EmptyState
      framed
      icon="search-x"
      title={t("earnings.none.title")}
      action={
        <ButtonLink variant="secondary" to={paths.ownEarnings({ period: ALL_DAYS })} preventScrollReset>
          {t("common:clear_filters")}
        </ButtonLink>
      }
    >
      {t("earnings.none.other")}
    </EmptyState>
  ) : (
    <EmptyState framed icon="banknote" title={t("earnings.none.yet")} action={<HelpLink inWords />}>
      {t("earnings.none.text")}
    </EmptyState>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("portal");
  return <ScreenError title={t("earnings.title")} failed={t("earnings.failed")} screen={paths.ownEarnings()} />;
}
