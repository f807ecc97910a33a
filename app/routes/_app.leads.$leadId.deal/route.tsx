import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { createDeal, type CreatedDeal } from "~/domain/deals/create-deal.server";
import { createDealSchemaFor } from "~/domain/deals/deal.schema";
import { openLeadStatuses, type LeadStatus } from "~/domain/leads/lead";
import { columnParam } from "~/domain/leads/lead-columns";
import { wonVolumes } from "~/domain/deals/won-volumes.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { formatMoney } from "~/domain/shared/money";
import { activeTerms } from "~/domain/terms/active-terms.server";
import { numberLocale, translator } from "~/i18n/i18n.server";
import { redirectWithToast, type Toast } from "~/web/flash.server";
import { staffScope } from "~/web/open-scope.server";
import { requireActingMember } from "~/web/acting-member.server";
import { submitOrFault } from "~/web/faults.server";
import { leadsPath } from "../_app.leads/lead-view";
import { DealForm } from "./deal-form";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";
import { useReply } from "~/web/use-reply";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const page = await staffScope({ request, context }, async (scope) => {
    const lead = await readLead(scope, params["leadId"]);
    if (!lead) throw new Response(null, { status: 404 });
    const affiliateId = lead.affiliate?.id ?? null;
    return {
      lead,
      terms: await activeTerms(scope, affiliateId),
      won: await wonVolumes(scope, affiliateId),
      today: await scope.today(),
      home: (await scope.organization()).defaultCurrency,
    };
  });
  const title = t("leads:deal.page_title", { company: page.lead.company });
  return { title, submissionId: randomUUID(), ...page };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const call = { request, context };
  await requireActingMember(call, "not_signed_in");
  const form = await formOf(request);
  // The address names the lead, whatever the form says.
  form.set("lead_id", params["leadId"] ?? "");
  const schema = createDealSchemaFor(await numberLocale(request));
  return submitOrFault(call, form, schema, "deal_create_failed", async (input) => {
    const deal = await staffScope(call, (scope) => createDeal(scope, input));
    return redirectWithToast(dealsPath(new URL(request.url).search), await toastOf(deal, request));
  });
}

/** The deals behind the dialog, narrowed as the leads were; a status or a page of leads says nothing about deals. */
function dealsPath(search: string): string {
  const params = new URLSearchParams(search);
  const own = ["status", "cursor", "sort", ...openLeadStatuses.map(columnParam)];
  for (const name of own) params.delete(name);
  params.set("tab", "deals");
  return `/leads?${params}`;
}

async function toastOf(deal: CreatedDeal, request: Request): Promise<Omit<Toast, "id">> {
  const t = await translator(request);
  const title = t("leads:toast.deal_created");
  if (!deal.paymentsGenerated) {
    return { tone: "warning", title, description: t("leads:toast.payments_failed") };
  }
  const { per, result } = deal.commission;
  const money = formatMoney(result.amount, result.currency, await numberLocale(request));
  const key = per === "month" ? "leads:toast.deal_created_monthly" : "leads:toast.deal_created_commission";
  return { tone: "success", title, description: t(key, { result: money }) };
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function CreateDeal() {
  const { title, lead, ...defaults } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const { t } = useTranslation("common");
  const closeTo = leadsPath(useAddress());
  return (
    <RouteDialog title={title} closeTo={closeTo} size="lg">
      {!lead.open && <ClosedLead status={lead.status} />}
      {/* What was typed stays when the lead was closed meanwhile. */}
      {lead.open || lastResult ? (
        <DealForm {...{ lead, lastResult, closeTo }} {...defaults} />
      ) : (
        <FormActions className="pt-4">
          <DialogCancel to={closeTo}>{t("close")}</DialogCancel>
        </FormActions>
      )}
    </RouteDialog>
  );
}

/** Why there can be no deal any more. */
function ClosedLead({ status }: { status: LeadStatus }) {
  const { t } = useTranslation("leads");
  return (
    <Alert tone="warning" className="mb-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {t("deal.closed")} <LeadStatusBadge reader="staff" status={status} />
      </p>
    </Alert>
  );
}
