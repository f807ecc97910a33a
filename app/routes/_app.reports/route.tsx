import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { screenTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { ScreenError } from "~/components/errors/screen-error";
import { PeriodFilter } from "~/components/forms/period-filter";
import { Icon } from "~/components/ui/icon";
import { PageHeader } from "~/components/ui/page-header";
import { rankAffiliates } from "~/domain/reports/rank-affiliates.server";
import { readReport } from "~/domain/reports/read-report.server";
import { closedPeriod, namedPeriod, readPeriod, type Period } from "~/domain/shared/period";
import { translator } from "~/server/request-language.server";
import { paths } from "~/paths/paths";
import { staffScope } from "~/server/open-scope.server";
import { KeyFigures } from "./key-figures";
import { rankChoices, rankOf } from "./rank-choice";
import { Ranking } from "./ranking";
import { Trends } from "./trends";
import "./report-texts";

const terms = ["compared", "leads", "conversion", "times", "volume", "paid", "owed", "planned", "days"] as const;

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

const MAX_RANKED = 10;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const title = (await translator(request))("reports:title");
  return staffScope({ request, context }, async (scope) => {
    const today = await scope.today();
    const asked = readPeriod(searchParams, today) ?? {
      name: "this-month" as const,
      ...namedPeriod("this-month", today),
    };
    const chosen = closedPeriod(asked, today);
    const report = await readReport(scope, chosen);
    const { defaultCurrency } = await scope.organization();
    const choices = rankChoices(report.total, defaultCurrency);
    const rank = choices.find((one) => one === searchParams.get("rank")) ?? choices[0]!;
    const { period, before } = report;
    const ranking = await rankAffiliates(scope, { period, before, by: rankOf(rank), most: MAX_RANKED });
    return {
      title,
      chosen,
      today,
      report,
      currency: defaultCurrency,
      ranking: { ...ranking, choices, rank },
    };
  });
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** The figures of a period, compared with the previous one (REP-01). */
export default function Reports() {
  const { chosen, report, ranking, currency } = useLoaderData<typeof loader>();
  const { t } = useTranslation("reports");
  const format = useFormat();
  const days = ({ from, to }: Period) =>
    from === to ? format.day(from) : t("days", { from: format.day(from), to: format.day(to) });
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("title")}
        subtitle={t("compared", { period: days(report.period), before: days(report.before) })}
      />
      <PeriodFilter path={paths.reports()} chosen={chosen} />
      <KeyFigures report={report} chosen={chosen} currency={currency} />
      <Trends report={report} />
      <Ranking {...ranking} chosen={chosen} />
      <Definitions />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("reports");
  return <ScreenError title={t("title")} failed={t("failed")} screen={paths.reports()} />;
}
