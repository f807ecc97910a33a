import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { screenTitle } from "~/browser/page-title";
import { replyTo } from "~/browser/form-reply";
import { useReply } from "~/browser/use-reply";
import { ScreenError } from "~/components/errors/screen-error";
import { ownStatementIntents } from "~/components/payouts/document-intents";
import { DocumentsSection } from "~/components/payouts/documents-section";
import { ObjectForm, WithdrawForm } from "~/components/payouts/objection-forms";
import { StatementPage } from "~/components/payouts/statement-page";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { objectSchema, withdrawSchema } from "~/domain/documents/objection";
import { readDocuments } from "~/domain/payouts/documents.server";
import { raiseObjection, withdrawObjection } from "~/domain/payouts/objections.server";
import { readInvoices } from "~/domain/payouts/read-invoices.server";
import { readStatement } from "~/domain/payouts/read-statement.server";
import { paths } from "~/paths/paths";
import { composeStatement } from "~/platform/documents/compose-statement.server";
import { runAction } from "~/server/action.server";
import { INVOICE_FILE } from "~/server/files/take-invoice.server";
import { invoiceForm } from "~/server/invoice-forms.server";
import { affiliateScope, requireAffiliate } from "~/server/open-scope.server";
import { storingScope } from "~/server/special-scopes.server";
import { OwnInvoice } from "./own-invoice";
import "~/components/payouts/payout-texts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await affiliateScope({ request, context }, async (scope) => {
    const one = await readStatement(scope, params["payoutId"]);
    if (!one) return null;
    const { name: organization, timeZone } = await scope.organization();
    const documents = await readDocuments(scope, one.id);
    return { ...one, documents, invoices: await readInvoices(scope, one.id), organization, timeZone };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { statement, state, paidOn, fileId, replacedBy: later, ...page } = found;
  const text = await composeStatement(statement);
  const replacedBy = later && { to: paths.ownStatementPage(later.id), number: later.number };
  const pdf = fileId && paths.ownFile(fileId);
  const { documents, invoices, organization, timeZone } = page;
  return {
    title: text.title,
    shown: { text, state, paidOn, replacedBy, pdf },
    documents,
    invoices,
    organization,
    timeZone,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { payoutId } = args.params;
  const to = paths.ownStatementPage(payoutId ?? "");
  return runAction(args, {
    who: "affiliate",
    of: ownStatementIntents,
    takesFile: INVOICE_FILE,
    intents: {
      upload: invoiceForm<"affiliate">({
        request: args.request,
        payoutId,
        to,
        inStore: async () => {
          const { orgId } = (await requireAffiliate(args)).affiliation;
          return (use) => storingScope(orgId, use);
        },
      }),
      object: {
        schema: objectSchema,
        run: async (input, { inScope, t }) => {
          const organization = await inScope(async (scope) => {
            await raiseObjection(scope, input);
            return (await scope.organization()).name;
          }, "own_account");
          return { to, toast: { tone: "success", title: t("runs:docs.object_saved", { organization }) } };
        },
      },
      withdraw: {
        backTo: to,
        schema: withdrawSchema,
        run: async (objectionId, { inScope, t }) => {
          await inScope((scope) => withdrawObjection(scope, objectionId), "own_account");
          return { toast: { tone: "success", title: t("runs:docs.withdrawn") } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, ownStatementIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** One of the affiliate's own statements, with its credit note or the invoice it waits for (PAY-07, PAY-10, PAY-17). */
export default function OwnStatement() {
  const { shown, documents, invoices, organization, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  const reply = replyTo(useReply(), "object");
  return (
    <StatementPage {...shown} back={{ to: paths.ownStatements(), label: t("statements.back") }}>
      {invoices && <OwnInvoice invoices={invoices} organization={organization} timeZone={timeZone} />}
      <DocumentsSection
        documents={documents}
        timeZone={timeZone}
        download={({ id, number }, format) => (
          <ButtonLink
            key={format}
            variant="secondary"
            size="sm"
            to={paths.ownDocument(id, format)}
            reloadDocument
            prefetch="none"
            aria-label={`${t(`docs.${format}`)}: ${number}`}
          >
            <Icon name="download" />
            {t(`docs.${format}`)}
          </ButtonLink>
        )}
        actions={({ id, kind, canceledBy }, open) =>
          open ? (
            <WithdrawForm objectionId={open.id} />
          ) : (
            kind === "credit_note" && !canceledBy && <ObjectForm documentId={id} lastResult={reply} />
          )
        }
      />
    </StatementPage>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("runs");
  return <ScreenError title={t("statements.title")} failed={t("statements.failed")} screen={paths.ownStatements()} />;
}
