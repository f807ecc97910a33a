import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { screenTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { ScreenError } from "~/components/errors/screen-error";
import { objectionIntents } from "~/components/payouts/document-intents";
import { DocumentsSection } from "~/components/payouts/documents-section";
import { ObjectForm, WithdrawForm } from "~/components/payouts/objection-forms";
import { StatementPage } from "~/components/payouts/statement-page";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { objectSchema, withdrawSchema } from "~/domain/documents/objection";
import { readDocuments } from "~/domain/payouts/documents.server";
import { raiseObjection, withdrawObjection } from "~/domain/payouts/objections.server";
import { readStatement } from "~/domain/payouts/read-statement.server";
import { paths } from "~/paths/paths";
import { composeStatement } from "~/platform/documents/compose-statement.server";
import { runAction } from "~/server/action.server";
import { affiliateScope } from "~/server/open-scope.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await affiliateScope({ request, context }, async (scope) => {
    const one = await readStatement(scope, params["payoutId"]);
    if (!one) return null;
    return { ...one, documents: await readDocuments(scope, one.id), timeZone: (await scope.organization()).timeZone };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { statement, state, paidOn, fileId, replacedBy: later, documents, timeZone } = found;
  const text = await composeStatement(statement);
  const replacedBy = later && { to: paths.ownStatementPage(later.id), number: later.number };
  const pdf = fileId && paths.ownFile(fileId);
  return { title: text.title, text, state, paidOn, replacedBy, pdf, documents, timeZone };
}

export async function action(args: ActionFunctionArgs) {
  const to = paths.ownStatementPage(args.params["payoutId"] ?? "");
  return runAction(args, {
    who: "affiliate",
    of: objectionIntents,
    intents: {
      object: {
        schema: objectSchema,
        run: async (input, { inScope, t }) => {
          const organization = await inScope(async (scope) => {
            await raiseObjection(scope, input);
            return (await scope.organization()).name;
          });
          return { to, toast: { tone: "success", title: t("runs:docs.object_saved", { organization }) } };
        },
      },
      withdraw: {
        backTo: to,
        schema: withdrawSchema,
        run: async (objectionId, { inScope, t }) => {
          await inScope((scope) => withdrawObjection(scope, objectionId));
          return { toast: { tone: "success", title: t("runs:docs.withdrawn") } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, objectionIntents);
}

export const meta: MetaFunction<typeof loader> = screenTitle;

/** One of the affiliate's own statements, with its credit note and how to object to it (PAY-07, PAY-10). */
export default function OwnStatement() {
  const { title: _, documents, timeZone, ...shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  const reply = useReply();
  return (
    <StatementPage {...shown} back={{ to: paths.ownStatements(), label: t("statements.back") }}>
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
