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
import { LeadFields, useLeadLabels } from "~/components/leads/lead-fields";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { addLead } from "~/domain/leads/add-lead.server";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { showsLead } from "~/domain/leads/match-leads.server";
import { addLeadSchema, NO_AFFILIATE } from "~/domain/leads/lead.schema";
import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { formOf } from "~/web/form.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { submit } from "~/web/submit.server";
import { useReply } from "~/web/use-reply";
import { leadsPath, leadViewOf } from "../_app.leads/lead-view";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { choices } = await staffScope({ request, context }, (scope) => affiliateChoices(scope));
  return { title: t("leads:add.title"), submissionId: randomUUID(), affiliates: choices };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const call = { request, context };
  await requireMember(call);
  const t = await translator(request);
  return submit(await formOf(request), addLeadSchema, async (input) => {
    const view = leadViewOf(new URL(request.url));
    const shown = await staffScope(call, async (scope) => {
      const id = await addLead(scope, input);
      return showsLead(scope, view, { id, status: "new", affiliateId: input.affiliateId });
    });
    const key = shown ? "leads:toast.added_text" : "leads:toast.added_hidden";
    return redirectWithToast(leadsPath(new URL(request.url)), {
      tone: "success",
      title: t("leads:toast.added"),
      description: t(key, { company: input.contact.companyName }),
    });
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Staff add a lead themselves (LEAD-10). */
export default function AddLead() {
  const { title, submissionId, affiliates } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const { t } = useTranslation("leads");
  const closeTo = leadsPath(useAddress());
  const [form, fields] = useForm({
    id: "add-lead",
    lastResult,
    constraint: getZodConstraint(addLeadSchema.in),
    defaultValue: { affiliate_id: NO_AFFILIATE, submission_id: submissionId },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: addLeadSchema }),
    shouldRevalidate: "onInput",
  });
  return (
    <RouteDialog title={title} description={t("add.text")} closeTo={closeTo}>
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={useLeadLabels()} />
        <HiddenField field={fields.submission_id} />
        <LeadFields fields={fields} affiliates={affiliates} />
        <FormActions>
          <DialogCancel to={closeTo} />
          <SubmitButton pendingLabel={t("add.pending")}>{t("add.submit")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
