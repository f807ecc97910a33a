import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { StatementPage } from "~/components/payouts/statement-page";
import { readInvoices } from "~/domain/payouts/read-invoices.server";
import { readStatement } from "~/domain/payouts/read-statement.server";
import { paths } from "~/paths/paths";
import { composeStatement } from "~/platform/documents/compose-statement.server";
import { runAction } from "~/server/action.server";
import { INVOICE_FILE } from "~/server/files/take-invoice.server";
import { invoiceForm } from "~/server/invoice-forms.server";
import { affiliateScope, requireAffiliate, storingScope } from "~/server/open-scope.server";
import { OwnInvoice } from "./own-invoice";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await affiliateScope({ request, context }, async (scope) => {
    const issued = await readStatement(scope, params["payoutId"]);
    const { name, timeZone } = await scope.organization();
    return issued && { issued, invoices: await readInvoices(scope, issued.id), organization: name, timeZone };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { issued, ...page } = found;
  const { statement, state, paidOn, fileId } = issued;
  const text = await composeStatement(statement);
  return { title: text.title, page, shown: { text, state, paidOn, pdf: fileId && paths.ownFile(fileId) } };
}

export async function action(args: ActionFunctionArgs) {
  const { payoutId } = args.params;
  return runAction(args, {
    who: "affiliate",
    takesFile: INVOICE_FILE,
    ...invoiceForm<"affiliate">({
      request: args.request,
      payoutId,
      to: paths.ownStatementPage(payoutId ?? ""),
      inStore: async () => {
        const { orgId } = (await requireAffiliate(args)).affiliation;
        return (use) => storingScope(orgId, use);
      },
    }),
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** One of the affiliate's own statements (PAY-07), with the invoice that it may wait for (PAY-17). */
export default function OwnStatement() {
  const { shown, page } = useLoaderData<typeof loader>();
  const { invoices, ...of } = page;
  const { t } = useTranslation("runs");
  return (
    <StatementPage {...shown} back={{ to: paths.ownStatements(), label: t("statements.back") }}>
      {invoices && <OwnInvoice invoices={invoices} {...of} />}
    </StatementPage>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("runs");
  return <ScreenError title={t("statements.title")} failed={t("statements.failed")} screen={paths.ownStatements()} />;
}
