import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { SeenField } from "~/components/forms/seen-field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import {
  affiliateStatuses,
  editAffiliateSchema,
  type AffiliateStatus,
} from "~/domain/affiliates/affiliate.schema";
import { editAffiliate, seenAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import { translator } from "~/i18n/i18n.server";
import { requireActingMember } from "~/web/acting-member.server";
import { affiliateOf, listBehind } from "~/web/affiliate-call.server";
import { submitOrFault } from "~/web/faults.server";
import { redirectWithToast } from "~/web/flash.server";
import { formOf } from "~/web/form.server";
import { staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { useReply } from "~/web/use-reply";

export async function loader(call: LoaderFunctionArgs) {
  const t = await translator(call.request);
  const affiliate = await affiliateOf(call);
  return { affiliate, seen: seenAffiliate(affiliate), title: t("affiliates:edit.title") };
}

export async function action(call: ActionFunctionArgs) {
  await requireActingMember(call);
  const { id } = await affiliateOf(call);
  const t = await translator(call.request);
  const form = await formOf(call.request);
  return submitOrFault(call, form, editAffiliateSchema, "affiliate_failed", async (input) => {
    const { isOtherPerson } = await staffScope(call, (scope) => editAffiliate(scope, id, input));
    const list = listBehind(call.request);
    // Somebody new knows of nothing yet.
    const invite = isOtherPerson && input.status !== "inactive";
    return redirectWithToast(invite ? list.replace("/affiliates", `/affiliates/${id}/invitation`) : list, {
      tone: "success",
      title: t("affiliates:toast.updated"),
    });
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function EditAffiliate() {
  const { affiliate, seen } = useLoaderData<typeof loader>();
  const { t } = useTranslation("affiliates");
  const list = `/affiliates${useAddress().search}`;
  const lastResult = useReply();
  const { name, email, status } = affiliate;
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { name, email, status, seen },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: editAffiliateSchema }),
    shouldRevalidate: "onInput",
  });
  const labels = { name: t("edit.name"), email: t("edit.email"), status: t("edit.status") };
  return (
    <RouteDialog title={t("edit.title")} closeTo={list} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <EditErrors
          {...{ form, labels, lastResult }}
          say={{ status: (value) => value && t(`status.${value as AffiliateStatus}`) }}
        />
        <SeenField field={fields.seen} lastResult={lastResult} />
        <TextField field={fields.name} label={labels.name} autoComplete="off" />
        <TextField
          field={fields.email}
          label={labels.email}
          type="email"
          autoComplete="off"
          help={t("edit.email_help")}
        />
        <SelectField
          field={fields.status}
          label={labels.status}
          options={affiliateStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          help={t("edit.status_help")}
        />
        <FormActions>
          <DialogCancel to={list} />
          <SubmitButton pendingLabel={t("edit.pending")}>{t("edit.submit")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
