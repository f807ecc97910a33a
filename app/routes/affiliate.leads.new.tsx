import { randomUUID } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { InactiveNotice } from "~/components/portal/inactive-notice";
import { OwnLeadFields, useOwnLeadLabels } from "~/components/portal/own-lead-fields";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { PausedPortalNotice } from "~/components/shell/paused-banner";
import { submittingBlocked } from "~/server/submitting.server";
import { submitLeadSchema } from "~/domain/leads/lead.schema";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { translator } from "~/server/request-language.server";
import { affiliateScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import type { FormReply } from "~/browser/form-reply";
import { useReply } from "~/browser/use-reply";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  return affiliateScope({ request, context }, async (scope) => ({
    title: t("portal:new_lead.title"),
    submissionId: randomUUID(),
    blocked: await submittingBlocked(scope),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "affiliate",
    schema: submitLeadSchema,
    run: async (input, { inScope, t }) => {
      await inScope((scope) => submitLead(scope, input));
      return {
        to: paths.ownLeads(),
        toast: {
          tone: "success",
          title: t("portal:new_lead.submitted"),
          description: t("portal:new_lead.submitted_text", { company: input.contact.companyName }),
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The new-lead form, or why there is none (AFF-10). */
export default function NewLead() {
  const { blocked, submissionId } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  const lastResult = useReply();
  const closeTo = paths.ownLeads(useAddress().search);
  return (
    <RouteDialog title={t("new_lead.title")} description={blocked ? undefined : t("new_lead.text")} closeTo={closeTo}>
      {/* The entered values stay visible, although the lead can no longer be submitted. */}
      {!blocked || lastResult ? (
        <LeadForm closeTo={closeTo} submissionId={submissionId} lastResult={lastResult} />
      ) : blocked === "inactive" ? (
        <InactiveNotice />
      ) : (
        <PausedPortalNotice isBar={false} />
      )}
    </RouteDialog>
  );
}

type LeadFormProps = { closeTo: string; submissionId: string; lastResult: FormReply | undefined };

function LeadForm({ closeTo, submissionId, lastResult }: LeadFormProps) {
  const { t } = useTranslation(["portal", "common"]);
  const [form, fields] = useForm({
    id: "new-lead",
    lastResult,
    defaultValue: { submission_id: submissionId },
    ...bySchema(submitLeadSchema),
  });
  const labels = useOwnLeadLabels();
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.submission_id} />
      <OwnLeadFields fields={fields} />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("new_lead.submitting")}>{t("new_lead.submit")}</SubmitButton>
      </FormActions>
    </DialogForm>
  );
}
