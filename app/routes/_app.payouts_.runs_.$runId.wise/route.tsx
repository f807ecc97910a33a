import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { FileField } from "~/components/forms/file-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { readRun } from "~/domain/payouts/read-run.server";
import { wiseTemplateSchema } from "~/domain/payouts/run.schema";
import { MAX_HEADER_LENGTH } from "~/domain/payouts/wise-csv";
import { readStoredTemplate, saveWiseTemplate } from "~/domain/payouts/wise-template.server";
import { DomainError } from "~/domain/shared/errors";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { startOf } from "~/server/file-start.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const title = (await translator(request))("runs:wise.title");
  const found = await staffScope({ request, context }, async (scope) => {
    const run = await readRun(scope, params["runId"]);
    return run && { runId: run.id, template: await readStoredTemplate(scope) };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  return { title, ...found };
}

export async function action(args: ActionFunctionArgs) {
  const runId = args.params["runId"] ?? "";
  return runAction(args, {
    who: "member",
    takesFile: "file",
    schema: wiseTemplateSchema,
    run: async (titles, { file, inScope, t }) => {
      const text = file ? await startOf(file, MAX_HEADER_LENGTH) : titles;
      if (!text) throw new DomainError("payout_template_broken", {}, "titles");
      const { unknown } = await inScope(async (scope) => {
        if (!(await readRun(scope, runId))) throw new DomainError("not_found");
        return saveWiseTemplate(scope, text);
      }).catch((error: unknown) => {
        throw error instanceof DomainError && error.code.startsWith("payout_template") ? error.at("titles") : error;
      });
      const columns = unknown.join(", ");
      const title = t(unknown.length > 0 ? "runs:wise.saved_unknown" : "runs:wise.saved", { columns });
      return { to: paths.payoutRun(runId), toast: { tone: "success", title } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Takes the columns of the organization's template of Wise, once for all runs (PAY-11). */
export default function WiseTemplate() {
  const { title, runId, template } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["runs", "common"]);
  const closeTo = paths.payoutRun(runId);
  const [form, fields] = useForm({
    lastResult: useReply(),
    defaultValue: { titles: template?.titles ?? "" },
    ...bySchema(wiseTemplateSchema),
  });
  const unknown = template?.unknown ?? [];
  return (
    <RouteDialog title={title} description={t("wise.text")} closeTo={closeTo}>
      <DialogForm {...getFormProps(form)} encType="multipart/form-data" className="grid grid-cols-1 gap-4">
        <FormErrors form={form} labels={{ titles: t("wise.titles") }} />
        <TextareaField field={fields.titles} label={t("wise.titles")} help={t("wise.titles_help")} rows={4} optional />
        {unknown.length > 0 && (
          <p className="text-muted wrap-anywhere">{t("wise.unknown", { columns: unknown.join(", ") })}</p>
        )}
        <FileField
          field={fields.file}
          label={t("wise.file")}
          help={t("wise.file_help")}
          accept=".csv,text/csv"
          optional
        />
        <FormActions>
          <DialogCancel to={closeTo} />
          <SubmitButton pendingLabel={t("common:saving")}>{t("wise.save")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
