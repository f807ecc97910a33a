import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { PeriodFilter } from "~/components/forms/period-filter";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { fiscalYearOf } from "~/domain/documents/datev-settings";
import { previewDatev } from "~/domain/payouts/datev-files.server";
import { closedPeriod, namedPeriod, readPeriod } from "~/domain/shared/period";
import { paths } from "~/paths/paths";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import { BookingTable } from "./booking-table";
import { FileCard } from "./file-card";
import { ProblemList } from "./problem-list";
import { UnbookedTable } from "./unbooked-table";
import "~/components/payouts/payout-texts";
import "~/components/payouts/payee-texts";

/** Bookings that the page shows; the file has all. */
const MAX_SHOWN = 200;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("datev:title");
  const { searchParams } = new URL(request.url);
  return staffScope({ request, context }, async (scope) => {
    const today = await scope.today();
    const usual = { name: "last-month" as const, ...namedPeriod("last-month", today) };
    const chosen = closedPeriod(readPeriod(searchParams, today) ?? usual, today);
    const { entries, ...preview } = await previewDatev(scope, chosen);
    const isOneYear = chosen.to <= fiscalYearOf(chosen.from, preview.settings?.fiscalMonth ?? 1).to;
    return {
      title,
      chosen,
      isOneYear,
      ...preview,
      entries: entries.slice(0, MAX_SHOWN),
      more: Math.max(0, entries.length - MAX_SHOWN),
    };
  });
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** The bookings of a period for the tax adviser, before they are downloaded (PAY-14). */
export default function Datev() {
  const { title, chosen, isOneYear, entries, more, problems, unbooked, withoutAddress } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation(["datev", "payouts", "errors"]);
  const canBook = isOneYear && problems.length === 0 && entries.length > 0;
  const isEmpty = entries.length === 0 && unbooked.length === 0;
  return (
    <div className="space-y-6">
      <PageHeader
        title={title}
        subtitle={t("subtitle")}
        back={{ to: paths.payouts(), label: t("payouts:title") }}
        actions={
          <>
            <ButtonLink variant="secondary" to={paths.datevSettings()}>
              {t("settings.title")}
            </ButtonLink>
            <ButtonLink variant="secondary" to={paths.creditors()}>
              {t("creditors.title")}
            </ButtonLink>
          </>
        }
      />
      <PeriodFilter path={paths.datev()} chosen={chosen} />
      {!isOneYear && <Alert tone="warning">{t("errors:datev_fiscal_year")}</Alert>}
      {!isEmpty && <ProblemList problems={problems} />}
      {!isEmpty && <FileCard period={chosen} canBook={canBook} withoutAddress={withoutAddress} />}
      <BookingTable entries={entries} more={more} />
      {unbooked.length > 0 && <UnbookedTable rows={unbooked} />}
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("datev");
  return <ScreenError title={t("title")} failed={t("load_failed")} screen={paths.datev()} />;
}
