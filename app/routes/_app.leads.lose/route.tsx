import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { ChosenLeads, NoneChosen } from "~/components/leads/chosen-leads";
import { NextFocus } from "~/components/payments/next-focus";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { mayMove } from "~/domain/leads/lead";
import { loseLeadsSchema } from "~/domain/leads/lead-batch";
import { readChosenLeads, type ChosenLead } from "~/domain/leads/read-chosen-leads.server";
import { UNDO } from "~/domain/shared/undo";
import { translator } from "~/server/request-language.server";
import { knownSearch } from "~/paths/address";
import { leadsPath } from "~/paths/lead-view";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { runAction } from "~/server/action.server";
import { loseSeveral, chosenLeads, MAX_SENT } from "~/server/lead-batches.server";
import { staffScope } from "~/server/open-scope.server";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const leads = await staffScope(args, async (scope) => readChosenLeads(scope, await chosenLeads(scope, args.request)));
  const open = leads.filter(({ status }) => mayMove(status, "lost")).length;
  return { title: t("leads:batch.lose_title", { count: open }), leads };
}

export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    repeated: { lead_id: MAX_SENT },
    // Without the ids of the leads.
    ...loseSeveral(leadsPath({ pathname, search: knownSearch(search) })),
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks for the reason before several leads are marked lost (LEAD-13). */
export default function LoseLeads() {
  const { title, leads } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["leads", "common"]);
  const lastResult = useReply();
  const closeTo = leadsPath(useAddress());
  const [form, fields] = useForm({
    id: "lose-leads",
    lastResult,
    ...bySchema(loseLeadsSchema),
  });
  const stays = ({ status }: ChosenLead) =>
    mayMove(status, "lost") ? null : t(`batch.because.${status === "lost" ? "lost" : "converted"}`);
  return (
    <RouteDialog
      kind="alert"
      size="sm"
      title={title}
      description={leads.length > 0 && t("batch.lose_text", { seconds: UNDO.seconds })}
      closeTo={closeTo}
    >
      {leads.length === 0 ? (
        <NoneChosen closeTo={closeTo} />
      ) : (
        <DialogForm {...getFormProps(form)} className="grid gap-4">
          <FormErrors form={form} labels={{ reason: t("lose.reason") }} />
          <NextFocus id="main" />
          <ChosenLeads leads={leads} stays={stays} />
          <TextareaField field={fields.reason} label={t("lose.reason")} help={t("batch.reason_hint")} optional />
          <FormActions>
            <DialogCancel to={closeTo} autoFocus />
            <SubmitButton variant="danger" pendingLabel={t("lose.pending")}>
              {t("batch.lose")}
            </SubmitButton>
          </FormActions>
        </DialogForm>
      )}
    </RouteDialog>
  );
}
