import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigate, useOutletContext } from "@remix-run/react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { FieldLabelText } from "~/components/forms/field-frame";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { swallowRepeats } from "~/components/ui/swallow-repeats";
import { Textarea } from "~/components/ui/textarea";
import { useAddress } from "~/components/ui/use-address";
import { MAX_REASON_LENGTH } from "~/domain/leads/lead";
import { canceledLeads } from "~/domain/leads/lock-leads.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { displayEmail } from "~/domain/shared/erased";
import { UNDO } from "~/domain/shared/undo";
import { goneLead } from "~/server/gone-lead.server";
import { translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { openedFrom } from "~/paths/lead-view";
import type { LeadsContext } from "~/components/leads/use-lead-moves";
import { intent } from "~/browser/intents";
import { moveIntents } from "~/components/leads/lead-intents";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { lead, open } = await staffScope({ request, context }, async (scope) => {
    const lead = await readLead(scope, params["leadId"]);
    if (!lead) throw await goneLead(scope, params["leadId"], request);
    // A won lead can be marked lost after its deal was canceled completely.
    const isWon = lead.status === "converted";
    return { lead, open: lead.open || (isWon && (await canceledLeads(scope, [lead.id])).length > 0) };
  });
  const { id, contact, affiliate } = lead;
  const { companyName, contactPerson, email } = contact;
  return {
    title: t("leads:lose.title", { company: companyName }),
    lead: {
      id,
      company: companyName,
      contact: contactPerson,
      email: displayEmail(email),
      open,
      seenByAffiliate: affiliate !== null,
    },
  };
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks for the reason before a lead is marked lost (LEAD-03). */
export default function LoseLead() {
  const { title, lead } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["leads", "common"]);
  const closeTo = openedFrom(useAddress(), lead.id);
  const navigate = useNavigate();
  const { onSubmit } = useOutletContext<LeadsContext>();

  // The list behind the dialog moves the card immediately and shows the result.
  function lose(event: FormEvent<HTMLFormElement>) {
    onSubmit(event);
    if (event.defaultPrevented) navigate(closeTo, { replace: true, preventScrollReset: true });
  }

  if (!lead.open) {
    return (
      <RouteDialog title={title} closeTo={closeTo} size="sm">
        <Alert tone="warning">{t("deal.closed")}</Alert>
        <FormActions className="pt-4">
          <DialogCancel to={closeTo}>{t("common:close")}</DialogCancel>
        </FormActions>
      </RouteDialog>
    );
  }
  return (
    <RouteDialog
      kind="alert"
      size="sm"
      title={title}
      description={t("lose.text", { seconds: UNDO.seconds })}
      closeTo={closeTo}
    >
      <DialogForm
        action={closeTo}
        onSubmit={lose}
        onClick={(event) => swallowRepeats(event.nativeEvent)}
        className="grid gap-4"
      >
        <input type="hidden" {...intent(moveIntents, "move")} />
        <input type="hidden" name="lead_id" value={lead.id} />
        <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          <p className="font-medium">{lead.company}</p>
          <p className="text-muted">{lead.contact}</p>
          {lead.email && <p className="text-muted">{lead.email}</p>}
        </div>
        <div className="space-y-1.5">
          <label htmlFor="reason" className="block font-medium">
            <FieldLabelText label={t("lose.reason")} optional />
          </label>
          <Textarea
            id="reason"
            name="reason"
            maxLength={MAX_REASON_LENGTH}
            aria-describedby={lead.seenByAffiliate ? "reason-hint" : undefined}
          />
          {lead.seenByAffiliate && (
            <p id="reason-hint" className="text-xs text-muted">
              {t("lose.reason_hint")}
            </p>
          )}
        </div>
        <FormActions>
          <DialogCancel to={closeTo} autoFocus />
          <SubmitButton variant="danger" name="status" value="lost" pendingLabel={t("lose.pending")}>
            {t("lead.lose")}
          </SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
