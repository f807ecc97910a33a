import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EarningsTable, EarningsTotals, MonthsTable } from "~/components/portal/earnings-table";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { PageHeader } from "~/components/ui/page-header";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { listOwnEarnings, sumOwnEarnings } from "~/domain/commissions/list-own-earnings.server";
import { endsOf, periodParams } from "~/domain/shared/period";
import { screenTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { translator } from "~/server/request-language.server";
import { addressWith } from "~/paths/address";
import { periodWords } from "~/i18n/period-words";
import { paths } from "~/paths/paths";
import { readEarningsPeriod } from "~/server/earnings-period.server";
import { affiliateScope } from "~/server/open-scope.server";

/** Rows that a browser can print on one page. */
const MAX_ROWS = 2_000;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  return affiliateScope({ request, context }, async (scope) => {
    const period = await readEarningsPeriod(scope, searchParams);
    const organization = await scope.organization();
    const { rows, next } = await listOwnEarnings(scope, { period, size: MAX_ROWS });
    return {
      title: t("portal:earnings.statement"),
      organization: organization.name,
      currency: organization.defaultCurrency,
      today: await scope.today(),
      affiliate: (await readOwnAffiliate(scope))?.name ?? "",
      period,
      rows,
      more: next !== null,
      months: await sumOwnEarnings(scope, period),
    };
  });
}

export const meta: MetaFunction<typeof loader> = screenTitle;

/** The earnings of a period for printing: all of them on one page, with the affiliate. */
export default function Statement() {
  const { organization, currency, today, affiliate, period, rows, more, months } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["portal", "common"]);
  const format = useFormat();
  const ends = period && endsOf(period);
  const days =
    !period || !ends
      ? t("common:period.all")
      : ends.from && ends.to
        ? t("earnings.from_to", { from: format.day(ends.from), to: format.day(ends.to) })
        : periodWords(t, period, format.day);
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("earnings.statement")}
        // Not a string, which is hidden where it needs a second line: the figures mean nothing without their period.
        subtitle={<>{t("earnings.statement_text", { affiliate, organization, days, today: format.day(today) })}</>}
        actions={
          <div data-print="hide" className="flex flex-wrap gap-2">
            <ButtonLink
              variant="secondary"
              to={addressWith(paths.ownEarnings(), "", period ? periodParams(period) : { period: "all" })}
            >
              {t("earnings.back")}
            </ButtonLink>
            <Button onClick={() => window.print()} className="noscript:hidden">
              <Icon name="printer" />
              {t("earnings.print_now")}
            </Button>
          </div>
        }
      />
      {more && (
        <Alert tone="warning" title={t("earnings.more.title", { number: MAX_ROWS })}>
          {t("earnings.more.text")}
        </Alert>
      )}
      <EarningsTotals months={months} currency={currency} />
      {months.length === 0 ? (
        <p>{t("earnings.none.title")}</p>
      ) : (
        <>
          <section className="space-y-3">
            <h2 className="text-base font-semibold">{t("earnings.by_month")}</h2>
            <MonthsTable months={months} />
          </section>
          <section className="space-y-3">
            <h2 className="text-base font-semibold">{t("earnings.list")}</h2>
            <EarningsTable rows={rows} />
          </section>
        </>
      )}
    </div>
  );
}
