import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { listAudit, listSteps, type AuditRow } from "~/domain/audit/list-audit.server";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { AuditSentence } from "./audit-sentence";
import { AuditSteps } from "./audit-steps";
import { useAuditWords } from "./use-audit-words";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [cursor, id] = [searchParams.get("cursor"), searchParams.get("open")];
  const title = (await translator(request))("settings:activity.title");
  return staffScope({ request, context }, async (scope) => {
    const steps = await listSteps(scope, id, { cursor: searchParams.get("steps") });
    return {
      title,
      page: await listAudit(scope, { cursor }),
      open: id && steps ? { id, page: steps } : null,
      begun: cursor !== null,
      timeZone: (await scope.organization()).timeZone,
    };
  });
}

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Who changed what and when (OPS-06). */
export default function Activity() {
  const { page, open, begun, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("settings");
  const words = useAuditWords(timeZone);
  return (
    <section aria-labelledby="activity" className="min-w-0 space-y-4">
      <header>
        <h2 id="activity" className="text-base font-semibold">
          {t("activity.title")}
        </h2>
        <p className="mt-1 max-w-prose text-muted">{t("activity.text")}</p>
      </header>
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
                {row.steps > 0 && <AuditSteps {...{ row, open, timeZone }} />}
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
            title={t(begun ? "activity.page_empty" : "activity.empty")}
            action={begun && <ButtonLink to="/settings/activity">{t("activity.newest")}</ButtonLink>}
          >
            {t(begun ? "activity.page_empty_text" : "activity.empty_text")}
          </EmptyState>
        }
      />
      <PageLinks page={page} path="/settings/activity" />
    </section>
  );
}
