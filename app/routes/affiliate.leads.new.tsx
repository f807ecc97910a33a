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
import { submitLeadSchemaFor } from "~/domain/leads/lead.schema";
import type { OwnData } from "~/domain/fields/own-value";
import { readOwnData } from "~/domain/fields/own-values.server";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { translator } from "~/server/request-language.server";
import { affiliateOwnFields } from "~/server/own-fields.server";
import { affiliateScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import type { FormReply } from "~/browser/form-reply";
import { useNumberLocale } from "~/browser/use-format";
import { OwnFields } from "~/components/fields/own-fields";
import { ownLabels } from "~/components/fields/use-own-words";
import { useMemo } from "react";
import { useReply } from "~/browser/use-reply";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  return affiliateScope({ request, context }, async (scope) => ({
    title: t("portal:new_lead.title"),
    submissionId: randomUUID(),
    blocked: await submittingBlocked(scope),
    own: await readOwnData(scope, "lead", null),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "affiliate",
    schema: async () => {
      const { fields, reading } = await affiliateOwnFields(args, "lead");
      return submitLeadSchemaFor(fields, reading);
    },
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
  const { blocked, submissionId, own } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  const lastResult = useReply();
  const closeTo = paths.ownLeads(useAddress().search);
  return (
    <RouteDialog title={t("new_lead.title")} description={blocked ? undefined : t("new_lead.text")} closeTo={closeTo}>
      {/* The entered values stay visible, although the lead can no longer be submitted. */}
      {!blocked || lastResult ? (
        <LeadForm own={own} closeTo={closeTo} submissionId={submissionId} lastResult={lastResult} />
      ) : blocked === "inactive" ? (
        <InactiveNotice />
      ) : (
        <PausedPortalNotice isBar={false} />
      )}
    </RouteDialog>
  );
}

type LeadFormProps = { own: OwnData; closeTo: string; submissionId: string; lastResult: FormReply | undefined };

function LeadForm({ own, closeTo, submissionId, lastResult }: LeadFormProps) {
  const { t } = useTranslation(["portal", "common"]);
  const locale = useNumberLocale();
  const schema = useMemo(() => submitLeadSchemaFor(own.fields, { locale }), [own.fields, locale]);
  const [form, fields] = useForm({
    id: "new-lead",
    lastResult,
    defaultValue: { submission_id: submissionId },
    ...bySchema(schema),
  });
  const labels = { ...useOwnLeadLabels(), ...ownLabels(own) };
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.submission_id} />
      <OwnLeadFields fields={fields} />
      <OwnFields own={own} fields={fields} reader="affiliate" />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("new_lead.submitting")}>{t("new_lead.submit")}</SubmitButton>
      </FormActions>
    </DialogForm>
  );
}
