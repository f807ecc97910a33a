import { randomUUID } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { TextareaField } from "~/components/forms/textarea-field";
import { InactiveNotice } from "~/components/portal/inactive-notice";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { submitLeadSchema } from "~/domain/leads/lead.schema";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { affiliateScope, requireAffiliate } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { submit, type FormReply } from "~/web/submit.server";
import { formOf } from "~/web/form.server";
import { useReply } from "~/web/use-reply";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  return affiliateScope({ request, context }, async (scope) => ({
    title: t("portal:new_lead.title"),
    submissionId: randomUUID(),
    maySubmit: (await readOwnAffiliate(scope))?.maySubmit ?? false,
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const call = { request, context };
  await requireAffiliate(call);
  const t = await translator(request);
  return submit(await formOf(request), submitLeadSchema, async (input) => {
    await affiliateScope(call, (scope) => submitLead(scope, input));
    return redirectWithToast("/affiliate/leads", {
      tone: "success",
      title: t("portal:new_lead.submitted"),
      description: t("portal:new_lead.submitted_text", { company: input.contact.companyName }),
    });
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The new-lead form, or why there is none (AFF-10). */
export default function NewLead() {
  const { maySubmit, submissionId } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  const lastResult = useReply();
  const closeTo = `/affiliate/leads${useAddress().search}`;
  return (
    <RouteDialog
      title={t("new_lead.title")}
      description={maySubmit ? t("new_lead.text") : undefined}
      closeTo={closeTo}
    >
      {/* What was typed stays when it is not accepted any more. */}
      {maySubmit || lastResult ? <LeadForm {...{ closeTo, submissionId, lastResult }} /> : <InactiveNotice />}
    </RouteDialog>
  );
}

type LeadFormProps = { closeTo: string; submissionId: string; lastResult: FormReply | undefined };

function LeadForm({ closeTo, submissionId, lastResult }: LeadFormProps) {
  const { t } = useTranslation(["portal", "common"]);
  const [form, fields] = useForm({
    id: "new-lead",
    lastResult,
    constraint: getZodConstraint(submitLeadSchema.in),
    defaultValue: { submission_id: submissionId },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: submitLeadSchema }),
    shouldRevalidate: "onInput",
  });
  const labels = {
    company_name: t("fields.company"),
    contact_person: t("fields.contact"),
    email: t("fields.email"),
    phone: t("fields.phone"),
    notes: t("fields.notes"),
  };
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.submission_id} />
      <TextField field={fields.company_name} label={labels.company_name} autoComplete="off" />
      <TextField field={fields.contact_person} label={labels.contact_person} autoComplete="off" />
      <TextField field={fields.email} label={labels.email} type="email" autoComplete="off" />
      <TextField field={fields.phone} label={labels.phone} type="tel" autoComplete="off" optional />
      <TextareaField field={fields.notes} label={labels.notes} help={t("new_lead.notes_help")} optional />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("new_lead.submitting")}>{t("new_lead.submit")}</SubmitButton>
      </FormActions>
    </DialogForm>
  );
}
