import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { StatementPage } from "~/components/payouts/statement-page";
import { readStatement } from "~/domain/payouts/read-statement.server";
import { paths } from "~/paths/paths";
import { composeStatement } from "~/platform/documents/compose-statement.server";
import { affiliateScope } from "~/server/open-scope.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await affiliateScope({ request, context }, (scope) => readStatement(scope, params["payoutId"]));
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { statement, state, paidOn, fileId, replacedBy: later } = found;
  const text = await composeStatement(statement);
  const replacedBy = later && { to: paths.ownStatementPage(later.id), number: later.number };
  return { title: text.title, text, state, paidOn, replacedBy, pdf: fileId && paths.ownFile(fileId) };
}

export const meta: MetaFunction<typeof loader> = screenTitle;

/** One of the affiliate's own statements (PAY-07). */
export default function OwnStatement() {
  const { title: _, ...shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  return <StatementPage {...shown} back={{ to: paths.ownStatements(), label: t("statements.back") }} />;
}

export function ErrorBoundary() {
  const { t } = useTranslation("runs");
  return <ScreenError title={t("statements.title")} failed={t("statements.failed")} screen={paths.ownStatements()} />;
}
