import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import "~/components/conversation/conversation-texts";
import { bySchema } from "~/components/forms/by-schema";
import { DateField } from "~/components/forms/date-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { ChosenLeads, NoneChosen } from "~/components/leads/chosen-leads";
import { NextFocus } from "~/components/payments/next-focus";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readWorks } from "~/domain/leads/lead-work.server";
import { nextStepsSchema } from "~/domain/leads/next-step.schema";
import { readChosenLeads } from "~/domain/leads/read-chosen-leads.server";
import { knownSearch } from "~/paths/address";
import { leadsPath } from "~/paths/lead-view";
import { runAction } from "~/server/action.server";
import { chosenLeads, MAX_SENT, stepSeveral } from "~/server/lead-batches.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  return staffScope(args, async (scope) => {
    const leads = await readChosenLeads(scope, await chosenLeads(scope, args.request));
    const works = await readWorks(
      scope,
      leads.map(({ id }) => id),
    );
    return {
      title: t("work:several.title", { count: leads.length }),
      leads,
      today: await scope.today(),
      /** How many have a next step by now. */
      planned: [...works.values()].filter(({ nextStep }) => nextStep !== null).length,
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    repeated: { lead_id: MAX_SENT },
    // Without the ids of the leads.
    ...stepSeveral(leadsPath({ pathname, search: knownSearch(search) })),
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks for the next step of several leads and its day, or takes it away (WORK-04, WORK-07). */
export default function StepOfLeads() {
  const { title, leads, today, planned } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["work", "leads", "common"]);
  const lastResult = useReply();
  const closeTo = leadsPath(useAddress());
  const [form, fields] = useForm({
    id: "step-of-leads",
    lastResult,
    defaultValue: { next_step_on: today },
    ...bySchema(nextStepsSchema),
  });
  const labels = { next_step: t("what"), next_step_on: t("when") };
  return (
    <RouteDialog size="sm" title={title} description={leads.length > 0 && t("staff_only")} closeTo={closeTo}>
      {leads.length === 0 ? (
        <NoneChosen closeTo={closeTo} />
      ) : (
        <DialogForm {...getFormProps(form)} className="grid gap-4">
          <FormErrors form={form} labels={labels} />
          <NextFocus id="main" />
          <ChosenLeads leads={leads} stays={() => null} />
          {planned > 0 && <p className="text-warning">{t("several.replaces", { count: planned })}</p>}
          <TextField field={fields.next_step} label={labels.next_step} required autoComplete="off" />
          <DateField field={fields.next_step_on} label={labels.next_step_on} />
          <FormActions>
            <DialogCancel to={closeTo} />
            <SubmitButton pendingLabel={t("common:saving")}>{t("save")}</SubmitButton>
            {/* Enter presses the first button of a form. */}
            {planned > 0 && (
              <SubmitButton name="remove" value="1" variant="ghost" formNoValidate className="order-first md:mr-auto">
                {t("several.remove")}
              </SubmitButton>
            )}
          </FormActions>
        </DialogForm>
      )}
    </RouteDialog>
  );
}
