import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { screenTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { ScreenError } from "~/components/errors/screen-error";
import { PeriodFilter } from "~/components/forms/period-filter";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { PageHeader } from "~/components/ui/page-header";
import type { Report } from "~/domain/reports/read-report.server";
import type { Period } from "~/domain/shared/period";
import { translator } from "~/server/request-language.server";
import { paths } from "~/paths/paths";
import { staffScope } from "~/server/open-scope.server";
import { Breakdown } from "./breakdown";
import { Forecast } from "./forecast";
import { KeyFigures } from "./key-figures";
import { Letterhead } from "./letterhead";
import { Ranking } from "./ranking";
import { readReportsScreen } from "./read-screen.server";
import { Trends } from "./trends";
import "./report-texts";

const terms = [
  "compared",
  "leads",
  "conversion",
  "times",
  "volume",
  "paid",
  "owed",
  "planned",
  "source",
  "days",
] as const;

/** Explains how each figure is counted, in the terms of read-figures.server.ts. */
function Definitions() {
  const { t } = useTranslation("reports");
  return (
    <details data-print="hide" className="group rounded-lg border bg-surface px-4 py-1 md:px-6">
      <summary className="flex min-h-11 cursor-pointer items-center gap-1 font-medium">
        <Icon name="chevron-right" className="size-4 transition-transform duration-150 group-open:rotate-90" />

        {t("definitions.title")}
      </summary>
      <dl className="grid gap-x-8 gap-y-3 pb-4 md:grid-cols-2">
        {terms.map((term) => (
          <div key={term}>
            <dt className="font-medium">{t(`definitions.${term}`)}</dt>
            <dd className="max-w-prose text-muted">{t(`definitions.${term}_text`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const title = (await translator(request))("reports:title");
  return staffScope({ request, context }, async (scope) => ({
    title,
    ...(await readReportsScreen(scope, searchParams)),
  }));
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** The figures of a period, compared with the previous one (REP-01). */
export default function Reports() {
  const { chosen, today, report, ranking, currency, sources, members, forecast, sender } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("reports");
  const format = useFormat();
  const days = ({ from, to }: Period) =>
    from === to ? format.day(from) : t("days", { from: format.day(from), to: format.day(to) });
  return (
    <div className="printed-report space-y-6">
      <Letterhead sender={sender} today={today} />
      <PageHeader
        title={t("title")}
        subtitle={t("compared", { period: days(report.period), before: days(report.before) })}
        actions={
          <Button variant="secondary" onClick={() => window.print()} className="noscript:hidden">
            <Icon name="printer" />
            {t("print.button")}
          </Button>
        }
      />
      <PeriodFilter path={paths.reports()} chosen={chosen} />
      <NothingHappened report={report} isThisYear={chosen.name === "this-year"} />
      <KeyFigures report={report} chosen={chosen} currency={currency} />
      <Trends report={report} />
      <Ranking {...ranking} chosen={chosen} />
      <Breakdown by="source" groups={sources} />
      <Breakdown by="member" groups={members} />
      <Forecast months={forecast} />
      <Definitions />
    </div>
  );
}

/** Says that a period is empty, and whether the one before was, too. Offers the year, or in an empty year the leads. */
function NothingHappened({ report: { total, totalBefore }, isThisYear }: { report: Report; isThisYear: boolean }) {
  const { t } = useTranslation(["reports", "commissions"]);
  const counts = [total.leads, total.deals.count, total.paid.count, total.owed.count, total.planned.count];
  if (counts.some((count) => count > 0)) return null;
  return (
    <Alert
      tone="info"
      title={t("empty.title")}
      actions={
        <ButtonLink
          variant="secondary"
          size="sm"
          to={isThisYear ? paths.leads() : paths.reports({ period: "this-year" })}
        >
          {isThisYear ? t("commissions:empty.action") : t("empty.action")}
        </ButtonLink>
      }
    >
      {t("empty.text")} {totalBefore.leads > 0 && t("empty.before", { count: totalBefore.leads })}
    </Alert>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("reports");
  return <ScreenError title={t("title")} failed={t("failed")} screen={paths.reports()} />;
}
