import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { screenTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { ScreenError } from "~/components/errors/screen-error";
import { InvoiceStatusBadge } from "~/components/payouts/invoice-badge";
import { PayoutBadge } from "~/components/payouts/run-badge";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { Link } from "~/components/ui/link";
import { PageHeader } from "~/components/ui/page-header";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { listOwnStatements, type StatementRow } from "~/domain/payouts/read-statement.server";
import { paths } from "~/paths/paths";
import { affiliateScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("runs:statements.title");
  const cursor = new URL(request.url).searchParams.get("cursor");
  return affiliateScope({ request, context }, async (scope) => ({
    title,
    organization: (await scope.organization()).name,
    page: await listOwnStatements(scope, cursor),
  }));
}

export const meta: MetaFunction<typeof loader> = screenTitle;

/** The affiliate's statements, the latest first. */
export default function Statements() {
  const { title, organization, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["runs", "portal"]);
  const format = useFormat();
  const columns = [
    {
      id: "number",
      header: t("number"),
      primary: true,
      cell: ({ number }: StatementRow) => number,
    },
    {
      id: "issued",
      header: t("statements.issued"),
      align: "end" as const,
      labelled: true,
      cell: ({ issuedOn }: StatementRow) => format.day(issuedOn),
    },
    {
      id: "until",
      header: t("until"),
      align: "end" as const,
      labelled: true,
      cell: ({ until }: StatementRow) => format.day(until),
    },
    {
      id: "state",
      header: t("state"),
      cell: ({ id, state, paidOn, invoice }: StatementRow) => (
        <>
          <PayoutBadge state={state} />
          {invoice && invoice !== "accepted" && (
            <span className="mt-1 block">
              <Link to={`${paths.ownStatementPage(id)}#invoice`}>
                <InvoiceStatusBadge status={invoice} isOwn />
              </Link>
            </span>
          )}
          {paidOn && <span className="block text-xs text-muted">{t("run.paid_on", { day: format.day(paidOn) })}</span>}
        </>
      ),
    },
    {
      id: "gross",
      header: t("gross"),
      align: "end" as const,
      cell: ({ gross, currency }: StatementRow) => (
        <span className="font-medium">{format.money({ amount: gross, currency })}</span>
      ),
    },
  ];
  return (
    <div className="space-y-6">
      <PageHeader
        title={title}
        subtitle={t("statements.subtitle", { organization })}
        back={{ to: paths.ownEarnings(), label: t("portal:earnings.title") }}
      />
      <Table
        caption={title}
        rows={page.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.ownStatementPage(id)}
        columns={columns}
        empty={
          <EmptyState icon="file-text" title={t("statements.none")} action={<HelpLink inWords />}>
            {t("statements.none_text")}
          </EmptyState>
        }
      />
      <PageLinks page={page} path={paths.ownStatements()} />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("runs");
  return <ScreenError title={t("statements.title")} failed={t("statements.failed")} screen={paths.ownStatements()} />;
}
