import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { ChosenLeads, NoneChosen } from "~/components/leads/chosen-leads";
import "~/components/merging/merging-texts";
import { NextFocus } from "~/components/payments/next-focus";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { undeletableLeads } from "~/domain/leads/delete-lead.server";
import { deleteLeadsSchema } from "~/domain/leads/lead-batch";
import { readChosenLeads, type ChosenLead } from "~/domain/leads/read-chosen-leads.server";
import { UNDO } from "~/domain/shared/undo";
import { knownSearch } from "~/paths/address";
import { leadsPath } from "~/paths/lead-view";
import { runAction } from "~/server/action.server";
import { chosenLeads, deleteSeveral, MAX_SENT } from "~/server/lead-batches.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  return staffScope(args, async (scope) => {
    const leads = await readChosenLeads(scope, await chosenLeads(scope, args.request));
    const stay = await undeletableLeads(scope, leads);
    const count = leads.length - stay.size;
    return { title: t("merging:several.title", { count: count || leads.length }), leads, stay: [...stay], count };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    repeated: { lead_id: MAX_SENT },
    // Without the ids of the leads.
    ...deleteSeveral(leadsPath({ pathname, search: knownSearch(search) })),
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks before several leads are deleted, and names those that stay because they have a deal (WORK-04, WORK-11). */
export default function DeleteLeads() {
  const { title, leads, stay, count } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["merging", "leads", "common"]);
  const lastResult = useReply();
  const closeTo = leadsPath(useAddress());
  const [form, fields] = useForm({ id: "delete-leads", lastResult, ...bySchema(deleteLeadsSchema) });
  const stays = ({ id }: ChosenLead) => (stay.includes(id) ? t("leads:batch.because.lead_delete_deals") : null);
  return (
    <RouteDialog
      kind="alert"
      size="sm"
      title={title}
      description={count > 0 && t("several.text", { seconds: UNDO.shown })}
      closeTo={closeTo}
    >
      {leads.length === 0 ? (
        <NoneChosen closeTo={closeTo} />
      ) : (
        <DialogForm {...getFormProps(form)} className="grid gap-4">
          <FormErrors form={form} labels={{ reason: t("delete.reason") }} />
          <NextFocus id="main" />
          <ChosenLeads leads={leads} stays={stays} />
          {count === 0 ? (
            <Alert tone="warning" title={t("several.refused", { count: leads.length })}>
              {t("several.refused_text")}
            </Alert>
          ) : (
            <TextareaField field={fields.reason} label={t("delete.reason")} help={t("several.reason_hint")} optional />
          )}
          <FormActions>
            <DialogCancel to={closeTo} autoFocus>
              {count === 0 ? t("common:close") : undefined}
            </DialogCancel>
            {count > 0 && (
              <SubmitButton variant="danger" pendingLabel={t("delete.pending")}>
                {t("several.submit", { count })}
              </SubmitButton>
            )}
          </FormActions>
        </DialogForm>
      )}
    </RouteDialog>
  );
}
