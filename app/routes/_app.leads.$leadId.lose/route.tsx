import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigate, useOutletContext } from "@remix-run/react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readLead } from "~/domain/leads/read-lead.server";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { leadsPath } from "../_app.leads/lead-view";
import { swallowRepeats } from "../_app.leads/swallow-repeats";
import type { LeadsContext } from "../_app.leads/use-lead-moves";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const lead = await staffScope({ request, context }, (scope) => readLead(scope, params["leadId"]));
  if (!lead) throw new Response(null, { status: 404 });
  const { id, company, contact, email, open } = lead;
  return { title: t("leads:lose.title", { company }), lead: { id, company, contact, email, open } };
}

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks once before a lead is lost, because nothing leads back from there (LEAD-03). */
export default function LoseLead() {
  const { title, lead } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["leads", "common"]);
  const closeTo = leadsPath(useAddress());
  const navigate = useNavigate();
  const { onSubmit } = useOutletContext<LeadsContext>();

  // The list behind moves its card at once and says what became of it.
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
    <RouteDialog kind="alert" size="sm" title={title} description={t("lose.text")} closeTo={closeTo}>
      <DialogForm
        action={closeTo}
        onSubmit={lose}
        onClick={(event) => swallowRepeats(event.nativeEvent)}
        className="grid gap-4"
      >
        <input type="hidden" name="lead_id" value={lead.id} />
        <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          <p className="font-medium">{lead.company}</p>
          <p className="text-muted">{lead.contact}</p>
          <p className="text-muted">{lead.email}</p>
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
