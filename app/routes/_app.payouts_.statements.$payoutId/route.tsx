import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { screenTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { ScreenError } from "~/components/errors/screen-error";
import { answerIntents } from "~/components/payouts/document-intents";
import { DocumentsSection } from "~/components/payouts/documents-section";
import { AnswerForm } from "~/components/payouts/objection-forms";
import { StatementPage } from "~/components/payouts/statement-page";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { DialogLink } from "~/components/ui/route-dialog";
import { answerSchema } from "~/domain/documents/objection";
import { readDocuments, type DocumentView } from "~/domain/payouts/documents.server";
import { keepDocument } from "~/domain/payouts/objections.server";
import { readStatement } from "~/domain/payouts/read-statement.server";
import { paths } from "~/paths/paths";
import { composeStatement } from "~/platform/documents/compose-statement.server";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await staffScope({ request, context }, async (scope) => {
    const one = await readStatement(scope, params["payoutId"]);
    if (!one) return null;
    return { ...one, documents: await readDocuments(scope, one.id), timeZone: (await scope.organization()).timeZone };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { id, statement, runId, state, paidOn, fileId, replacedBy: later, documents, timeZone } = found;
  const text = await composeStatement(statement);
  const pdf = fileId && paths.file(fileId);
  const replacedBy = later && { to: paths.statement(later.id), number: later.number };
  return { title: text.title, text, id, runId, state, paidOn, replacedBy, pdf, documents, timeZone };
}

export async function action(args: ActionFunctionArgs) {
  const to = paths.statement(args.params["payoutId"] ?? "");
  return runAction(args, {
    who: "member",
    of: answerIntents,
    intents: {
      keep: {
        schema: answerSchema,
        run: async (input, { inScope, t }) => {
          await inScope((scope) => keepDocument(scope, input));
          return { to, toast: { tone: "success", title: t("runs:docs.kept") } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, answerIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** Returns whether a credit note was kept although the affiliate has objected last. */
const isAtRisk = ({ canceledBy, objections }: DocumentView) => !canceledBy && objections[0]?.state === "kept";

/** The statement of a payout, as the affiliate gets it, with its credit note and objections (PAY-07, PAY-10). */
export default function Statement() {
  const { id, runId, title: _, documents, timeZone, ...shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  const reply = useReply();
  const mayCancel = shown.state === "open" || shown.state === "returned";
  return (
    <StatementPage
      {...shown}
      back={{ to: paths.payoutRun(runId), label: t("statements.run") }}
      actions={
        mayCancel && (
          <DialogLink variant="ghost" to={paths.cancelPayout(runId, id)}>
            {t("cancel.open")}
          </DialogLink>
        )
      }
    >
      <DocumentsSection
        documents={documents}
        timeZone={timeZone}
        download={({ id: documentId, number }, format) => (
          <Form key={format} method="post" action={paths.loadDocument(documentId)} reloadDocument>
            <Button
              type="submit"
              name="format"
              value={format}
              variant="secondary"
              size="sm"
              aria-label={`${t(`docs.${format}`)}: ${number}`}
            >
              <Icon name="download" />
              {t(`docs.${format}`)}
            </Button>
          </Form>
        )}
        actions={(document, open) =>
          open ? (
            <AnswerForm
              objectionId={open.id}
              cancelTo={mayCancel ? paths.cancelPayout(runId, id) : null}
              lastResult={reply}
            />
          ) : (
            isAtRisk(document) && <p className="max-w-prose text-warning">{t("docs.risk")}</p>
          )
        }
      />
    </StatementPage>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("runs");
  return <ScreenError title={t("number")} failed={t("load_failed")} screen={paths.payoutRuns()} />;
}
