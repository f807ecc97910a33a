import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FieldLabelText } from "~/components/forms/field-frame";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { useHoldings } from "~/components/merging/use-holdings";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { Textarea } from "~/components/ui/textarea";
import { useAddress } from "~/components/ui/use-address";
import { countHoldings } from "~/domain/leads/count-holdings.server";
import { deleteLeadSchema } from "~/domain/leads/delete-lead.schema";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { MAX_REASON_LENGTH } from "~/domain/leads/lead";
import { readLead } from "~/domain/leads/read-lead.server";
import { displayEmail } from "~/domain/shared/erased";
import { UNDO } from "~/domain/shared/undo";
import { pageTitle } from "~/browser/page-title";
import { leadsPath } from "~/paths/lead-view";
import { paths } from "~/paths/paths";
import type { z } from "zod";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { runAction, type Acting } from "~/server/action.server";
import { goneLead } from "~/server/gone-lead.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";

const intents = { delete: "form" } as const;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  return staffScope({ request, context }, async (scope) => {
    const found = await readLead(scope, params["leadId"]);
    if (!found) throw await goneLead(scope, params["leadId"], request);
    const { id, contact, affiliate } = found;
    const { companyName: company, contactPerson: person, email } = contact;
    return {
      title: t("merging:delete.title", { company }),
      lead: { id, company, person, email: displayEmail(email), hasAffiliate: affiliate !== null },
      holdings: await countHoldings(scope, id),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    named: { lead_id: args.params["leadId"] },
    of: intents,
    intents: {
      delete: {
        schema: deleteLeadSchema,
        run: async (input: z.output<typeof deleteLeadSchema>, { inScope, t }: Acting<"member">) => {
          const { batchId, company } = await inScope((scope) => deleteLead(scope, input));
          const undo = { of: "leads", batchId } as const;
          const title = t("merging:delete.done", { company });
          return { to: leadsPath(new URL(args.request.url)), toast: { tone: "success" as const, title, undo } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, intents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks before a lead without deals is deleted, and says what goes with it (WORK-11). */
export default function DeleteLead() {
  const { title, lead, holdings } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["merging", "common"]);
  const inWords = useHoldings();
  const closeTo = paths.lead(lead.id, useAddress().search);
  const isRefused = holdings.deals > 0;
  const goes = [...inWords(holdings), t("delete.history")];
  return (
    <RouteDialog
      kind="alert"
      size="sm"
      title={title}
      description={isRefused ? undefined : t("delete.text", { seconds: UNDO.shown })}
      closeTo={closeTo}
    >
      <DialogForm className="grid gap-4">
        <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          <p className="font-medium">{lead.company}</p>
          <p className="text-muted">{lead.person}</p>
          {lead.email && <p className="text-muted">{lead.email}</p>}
        </div>
        {isRefused ? (
          <Alert tone="warning" title={t("delete.refused")}>
            {t("delete.refused_text")}
          </Alert>
        ) : (
          <>
            <p>{t("common:labelled", { label: t("delete.goes"), value: goes.join(", ") })}</p>
            {lead.hasAffiliate && (
              <div className="space-y-1.5">
                <label htmlFor="reason" className="block font-medium">
                  <FieldLabelText label={t("delete.reason")} optional />
                </label>
                <Textarea id="reason" name="reason" maxLength={MAX_REASON_LENGTH} aria-describedby="reason-hint" />
                <p id="reason-hint" className="text-xs text-muted">
                  {t("delete.reason_hint")}
                </p>
              </div>
            )}
          </>
        )}
        <FormActions>
          <DialogCancel to={closeTo} autoFocus>
            {isRefused ? t("common:close") : undefined}
          </DialogCancel>
          {!isRefused && (
            <SubmitButton variant="danger" {...intent(intents, "delete")} pendingLabel={t("delete.pending")}>
              {t("delete.submit")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
