import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { StatementPage } from "~/components/payouts/statement-page";
import { readStatement } from "~/domain/payouts/read-statement.server";
import { paths } from "~/paths/paths";
import { composeStatement } from "~/platform/documents/compose-statement.server";
import { staffScope } from "~/server/open-scope.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await staffScope({ request, context }, (scope) => readStatement(scope, params["payoutId"]));
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { statement, runId, state, paidOn, fileId, replacedBy: later } = found;
  const text = await composeStatement(statement);
  const replacedBy = later && { to: paths.statement(later.id), number: later.number };
  return { title: text.title, text, runId, state, paidOn, replacedBy, pdf: fileId && paths.file(fileId) };
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** The statement of a payout, as the affiliate gets it (PAY-07). */
export default function Statement() {
  const { runId, title: _, ...shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  return <StatementPage {...shown} back={{ to: paths.payoutRun(runId), label: t("statements.run") }} />;
}

export function ErrorBoundary() {
  const { t } = useTranslation("runs");
  return <ScreenError title={t("number")} failed={t("load_failed")} screen={paths.payoutRuns()} />;
}
