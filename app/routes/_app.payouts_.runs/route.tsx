import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { screenTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { ScreenError } from "~/components/errors/screen-error";
import { RunBadge } from "~/components/payouts/run-badge";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { PageHeader } from "~/components/ui/page-header";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { todayIn } from "~/domain/shared/dates";
import { listPayoutRuns } from "~/domain/payouts/read-run.server";
import type { RunSummary } from "~/domain/payouts/run";
import { paths } from "~/paths/paths";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";
import "~/components/payouts/payee-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("runs:title");
  const cursor = new URL(request.url).searchParams.get("cursor");
  return staffScope({ request, context }, async (scope) => ({
    title,
    page: await listPayoutRuns(scope, cursor),
    timeZone: (await scope.organization()).timeZone,
  }));
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** All payout runs, the latest first (PAY-06). */
export default function PayoutRuns() {
  const { title, page, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["runs", "payouts"]);
  const format = useFormat();
  const columns = [
    {
      id: "until",
      header: t("until"),
      primary: true,
      cell: ({ until }: RunSummary) => format.day(until),
    },
    {
      id: "state",
      header: t("state"),
      cell: ({ state }: RunSummary) => <RunBadge state={state} />,
    },
    {
      id: "created",
      header: t("created"),
      align: "end" as const,
      labelled: true,
      cell: ({ createdAt }: RunSummary) => format.day(todayIn(timeZone, new Date(createdAt))),
    },
    {
      id: "affiliates",
      header: t("affiliates"),
      align: "end" as const,
      labelled: true,
      cell: ({ payouts }: RunSummary) => payouts || "–",
    },
    {
      id: "gross",
      header: t("gross"),
      align: "end" as const,
      cell: ({ gross, currency }: RunSummary) =>
        gross === null ? `– ${currency}` : format.money({ amount: gross, currency }),
    },
  ];
  return (
    <div className="space-y-6">
      <PageHeader
        title={title}
        subtitle={t("subtitle")}
        back={{ to: paths.payouts(), label: t("payouts:title") }}
        actions={<ButtonLink to={paths.newPayoutRun()}>{t("new")}</ButtonLink>}
      />
      <Table
        caption={title}
        rows={page.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.payoutRun(id)}
        columns={columns}
        empty={
          <EmptyState
            icon="wallet"
            title={t("none")}
            action={
              <>
                <ButtonLink to={paths.newPayoutRun()}>{t("new")}</ButtonLink>
                <HelpLink inWords />
              </>
            }
          >
            {t("none_text")}
          </EmptyState>
        }
      />
      <PageLinks page={page} path={paths.payoutRuns()} />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("runs");
  return <ScreenError title={t("title")} failed={t("load_failed")} screen={paths.payoutRuns()} />;
}
