import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import History from "lucide-react/icons/rotate-ccw-clock";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { PeriodFilter } from "~/components/forms/period-filter";
import { EmptyState } from "~/components/ui/empty-state";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { listAudit, listSteps, type AuditRow } from "~/domain/audit/list-audit.server";
import { readPeriod } from "~/domain/shared/period";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { AuditSentence } from "./audit-sentence";
import { AuditSteps } from "./audit-steps";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [cursor, id] = [searchParams.get("cursor"), searchParams.get("open")];
  const title = (await translator(request))("settings:activity.title");
  return staffScope({ request, context }, async (scope) => {
    const period = readPeriod(searchParams, await scope.today());
    const steps = await listSteps(scope, id, { cursor: searchParams.get("steps") });
    return {
      title,
      page: await listAudit(scope, { cursor, period }),
      period,
      open: id && steps ? { id, page: steps } : null,
      begun: cursor !== null,
      timeZone: (await scope.organization()).timeZone,
    };
  });
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Shows who changed what and when (OPS-06). */
export default function Activity() {
  const { page, period, open, begun, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("settings");
  const words = useAuditWords(timeZone);
  const empty = begun ? "page_empty" : period ? "period_empty" : "empty";
  return (
    <section aria-labelledby="activity" className="min-w-0 space-y-4">
      <header>
        <h2 id="activity" className="text-base font-semibold">
          {t("activity.title")}
        </h2>
        <p className="mt-1 max-w-prose text-muted">{t("activity.text")}</p>
      </header>
      <PeriodFilter path={paths.settings("activity")} chosen={period} of="done" all="" />
      <Table
        caption={t("activity.caption")}
        fit="few"
        rows={page.rows}
        rowKey={(row) => row.id}
        columns={[
          {
            id: "what",
            header: t("activity.what"),
            primary: true,
            cell: (row: AuditRow) => (
              <>
                <AuditSentence row={row} timeZone={timeZone} />
                {row.steps > 0 && <AuditSteps row={row} open={open} timeZone={timeZone} />}
              </>
            ),
          },
          {
            id: "who",
            header: t("activity.who"),
            className: "cells:min-w-36",
            cell: (row: AuditRow) => words.who(row.actor),
          },
          {
            id: "when",
            header: t("activity.when"),
            align: "end",
            cell: (row: AuditRow) => (
              <time dateTime={row.at} className="whitespace-nowrap">
                {words.when(row.at)}
              </time>
            ),
          },
        ]}
        empty={
          <EmptyState
            icon={History}
            title={t(`activity.${empty}`)}
            action={
              empty !== "empty" && <ButtonLink to={paths.settings("activity")}>{t("activity.newest")}</ButtonLink>
            }
          >
            {t(`activity.${empty}_text`)}
          </EmptyState>
        }
      />
      <PageLinks page={page} path={paths.settings("activity")} />
    </section>
  );
}
