import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import "~/components/conversation/conversation-texts";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { ChosenLeads, NoneChosen } from "~/components/leads/chosen-leads";
import { NextFocus } from "~/components/payments/next-focus";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { assignLeadsSchema } from "~/domain/leads/lead-batch";
import { NO_MEMBER } from "~/domain/leads/lead-work";
import { readChosenLeads } from "~/domain/leads/read-chosen-leads.server";
import { readMembers } from "~/domain/members/list-members.server";
import { knownSearch } from "~/paths/address";
import { leadsPath } from "~/paths/lead-view";
import { runAction } from "~/server/action.server";
import { assignSeveral, chosenLeads, MAX_SENT } from "~/server/lead-batches.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  return staffScope(args, async (scope) => {
    const leads = await readChosenLeads(scope, await chosenLeads(scope, args.request));
    const members = (await readMembers(scope)).map(({ id, name }) => ({ id, name }));
    return { title: t("work:assign.title", { count: leads.length }), leads, members };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    repeated: { lead_id: MAX_SENT },
    // Without the ids of the leads.
    ...assignSeveral(leadsPath({ pathname, search: knownSearch(search) })),
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks who is responsible for several leads (WORK-07). */
export default function AssignLeads() {
  const { title, leads, members } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["work", "leads", "common"]);
  const lastResult = useReply();
  const closeTo = leadsPath(useAddress());
  const [form, fields] = useForm({ id: "assign-leads", lastResult, ...bySchema(assignLeadsSchema) });
  const label = t("leads:lead.responsible");
  return (
    <RouteDialog size="sm" title={title} description={leads.length > 0 && t("staff_only")} closeTo={closeTo}>
      {leads.length === 0 ? (
        <NoneChosen closeTo={closeTo} />
      ) : (
        <DialogForm {...getFormProps(form)} className="grid gap-4">
          <FormErrors form={form} labels={{ responsible: label }} />
          <NextFocus id="main" />
          <ChosenLeads leads={leads} stays={() => null} />
          <SelectField
            field={fields.responsible}
            label={label}
            required
            options={[
              { value: "", label: t("assign.choose") },
              ...members.map(({ id, name }) => ({ value: id, label: name })),
              { value: NO_MEMBER, label: t("nobody") },
            ]}
          />
          <FormActions>
            <DialogCancel to={closeTo} />
            <SubmitButton pendingLabel={t("common:saving")}>{t("common:save")}</SubmitButton>
          </FormActions>
        </DialogForm>
      )}
    </RouteDialog>
  );
}
