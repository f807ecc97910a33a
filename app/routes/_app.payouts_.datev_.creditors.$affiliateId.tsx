import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { VersionField } from "~/components/forms/version-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { creditorSchema } from "~/domain/documents/datev.schema";
import { creditorRange } from "~/domain/documents/datev-settings";
import { creditorVersion, readCreditor, setCreditor } from "~/domain/payouts/creditors.server";
import { readDatevSettings } from "~/domain/payouts/datev-settings.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const found = await staffScope({ request, context }, async (scope) => {
    const creditor = await readCreditor(scope, params["affiliateId"]);
    const { first } = creditorRange((await readDatevSettings(scope))?.accountLength ?? 4);
    return creditor && { creditor, first: String(first + 1), version: creditorVersion(creditor) };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  return { ...found, title: t("datev:creditors.edit_of", { name: found.creditor.name }) };
}

export async function action(args: ActionFunctionArgs) {
  const id = args.params["affiliateId"] ?? "";
  return runAction(args, {
    who: "member",
    schema: creditorSchema,
    run: async (input, { inScope, t }) => {
      await inScope((scope) => setCreditor(scope, id, input));
      return { to: paths.creditors(), toast: { tone: "success", title: t("datev:creditors.saved") } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Sets an affiliate's number and name at the tax adviser (PAY-14). */
export default function EditCreditor() {
  const { creditor, first, version } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["datev", "common"]);
  const affiliateName = useAffiliateName();
  const lastResult = useReply();
  const [form, fields] = useForm({
    id: "creditor",
    lastResult,
    defaultValue: { creditor_number: String(creditor.number ?? ""), creditor_name: creditor.otherName ?? "", version },
    ...bySchema(creditorSchema),
  });
  const labels = { creditor_number: t("creditors.number"), creditor_name: t("creditors.other_name") };
  return (
    <RouteDialog
      title={t("creditors.edit_of", { name: affiliateName(creditor.id, creditor.name) })}
      closeTo={paths.creditors()}
      size="sm"
    >
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <EditErrors form={form} labels={labels} lastResult={lastResult} />
        <VersionField field={fields.version} lastResult={lastResult} />
        <TextField
          field={fields.creditor_number}
          label={labels.creditor_number}
          help={t("creditors.number_help", { first })}
          inputMode="numeric"
          autoComplete="off"
          optional
        />
        <TextField
          field={fields.creditor_name}
          label={labels.creditor_name}
          help={t("creditors.other_name_help")}
          autoComplete="off"
          optional
        />
        <FormActions>
          <DialogCancel to={paths.creditors()} />
          <SubmitButton pendingLabel={t("common:saving")}>{t("creditors.save")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
