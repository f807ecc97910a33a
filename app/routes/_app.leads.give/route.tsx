import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { bySchema } from "~/components/forms/by-schema";
import { SearchSelectField } from "~/components/forms/search-select-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ChosenLeads, NoneChosen } from "~/components/leads/chosen-leads";
import { NextFocus } from "~/components/payments/next-focus";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { statusesWithoutDeal } from "~/domain/leads/lead";
import { giveLeadsSchema } from "~/domain/leads/lead-batch";
import { readChosenLeads, type ChosenLead } from "~/domain/leads/read-chosen-leads.server";
import { translator } from "~/server/request-language.server";
import { knownSearch } from "~/paths/address";
import { leadsPath } from "~/paths/lead-view";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { runAction } from "~/server/action.server";
import { giveSeveral, chosenLeads, MAX_SENT } from "~/server/lead-batches.server";
import { staffScope } from "~/server/open-scope.server";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  return staffScope(args, async (scope) => {
    const leads = await readChosenLeads(scope, await chosenLeads(scope, args.request));
    const { choices } = await affiliateChoices(scope, null, ["active", "invited"]);
    const free = leads.filter(({ status }) => statusesWithoutDeal.includes(status)).length;
    return { title: t("leads:batch.give_title", { count: free }), leads, affiliates: choices };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    repeated: { lead_id: MAX_SENT },
    // Without the ids of the leads.
    ...giveSeveral(leadsPath({ pathname, search: knownSearch(search) })),
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks which affiliate several leads are reassigned to (LEAD-13). */
export default function GiveLeads() {
  const { title, leads, affiliates } = useLoaderData<typeof loader>();
  const affiliateName = useAffiliateName();
  const { t } = useTranslation(["leads", "common"]);
  const lastResult = useReply();
  const closeTo = leadsPath(useAddress());
  const [form, fields] = useForm({
    id: "give-leads",
    lastResult,
    ...bySchema(giveLeadsSchema),
  });
  const stays = ({ status }: ChosenLead) =>
    statusesWithoutDeal.includes(status) ? null : t("batch.because.lead_has_deal");
  return (
    <RouteDialog size="sm" title={title} description={leads.length > 0 && t("batch.give_text")} closeTo={closeTo}>
      {leads.length === 0 ? (
        <NoneChosen closeTo={closeTo} />
      ) : (
        <DialogForm {...getFormProps(form)} className="grid gap-4">
          <FormErrors form={form} labels={{ affiliate_id: t("lead.affiliate") }} />
          <NextFocus id="main" />
          <ChosenLeads leads={leads} stays={stays} />
          <SearchSelectField
            field={fields.affiliate_id}
            label={t("lead.affiliate")}
            required
            options={[
              { value: "", label: t("batch.choose") },
              ...affiliates.map(({ id, name }) => ({ value: id, label: affiliateName(id, name) })),
              { value: NO_AFFILIATE, label: t("lead.no_affiliate") },
            ]}
          />
          <FormActions>
            <DialogCancel to={closeTo} />
            <SubmitButton pendingLabel={t("batch.giving")}>{t("batch.give")}</SubmitButton>
          </FormActions>
        </DialogForm>
      )}
    </RouteDialog>
  );
}
