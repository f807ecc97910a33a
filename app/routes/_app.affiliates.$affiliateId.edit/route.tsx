import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { VersionField } from "~/components/forms/version-field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { affiliateStatuses, type AffiliateStatus } from "~/domain/affiliates/affiliate";
import { affiliateFields, editAffiliateSchema, type AffiliateField } from "~/domain/affiliates/affiliate.schema";
import { editAffiliate, affiliateVersion } from "~/domain/affiliates/edit-affiliate.server";
import { toValues } from "~/domain/shared/field-list";
import { translator } from "~/server/request-language.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { runAction } from "~/server/action.server";
import { behindDialog } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const affiliate = await affiliateOf(args);
  return { affiliate, version: affiliateVersion(affiliate), title: t("affiliates:edit.title") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    schema: editAffiliateSchema,
    failed: "affiliate_failed",
    run: async (input, { inScope, t }) => {
      const { id } = await affiliateOf(args);
      const { isOtherPerson } = await inScope((scope) => editAffiliate(scope, id, input));
      const { search } = new URL(args.request.url);
      // The owner of the new address has no invitation yet.
      const invite = isOtherPerson && input.status !== "inactive";
      return {
        to: invite ? paths.affiliateDialog(id, "invitation", search) : behindDialog(id, search),
        toast: { tone: "success", title: t("affiliates:toast.updated") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function EditAffiliate() {
  const { affiliate, version } = useLoaderData<typeof loader>();
  const { t } = useTranslation("affiliates");
  const behind = behindDialog(affiliate.id, useAddress().search);
  const lastResult = useReply();
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { ...toValues(affiliateFields, affiliate), version },
    ...bySchema(editAffiliateSchema),
  });
  const labels: Record<AffiliateField, string> = {
    name: t("edit.name"),
    email: t("edit.email"),
    status: t("edit.status"),
  };
  // In the order of the form.
  const controls: Record<AffiliateField, ReactNode> = {
    name: <TextField field={fields.name} label={labels.name} autoComplete="off" />,
    email: (
      <TextField
        field={fields.email}
        label={labels.email}
        type="email"
        autoComplete="off"
        help={t("edit.email_help")}
      />
    ),
    status: (
      <SelectField
        field={fields.status}
        label={labels.status}
        options={affiliateStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        help={t("edit.status_help")}
      />
    ),
  };
  return (
    <RouteDialog title={t("edit.title")} closeTo={behind} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <EditErrors
          form={form}
          labels={labels}
          lastResult={lastResult}
          say={{ status: (value) => value && t(`status.${value as AffiliateStatus}`) }}
        />
        <VersionField field={fields.version} lastResult={lastResult} />
        {Children.toArray(Object.values(controls))}
        <FormActions>
          <DialogCancel to={behind} />
          <SubmitButton pendingLabel={t("edit.pending")}>{t("edit.submit")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
