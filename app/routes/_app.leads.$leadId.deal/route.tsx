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
import { readOwnData } from "~/domain/fields/own-values.server";
import { staffOwnFields } from "~/server/own-fields.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { formatMoney } from "~/domain/shared/money";
import { activeTerms } from "~/domain/terms/active-terms.server";
import { numberLocale, translator } from "~/server/request-language.server";
import type { Toast } from "~/browser/toast";
import { staffScope } from "~/server/open-scope.server";
import { openedFrom } from "~/paths/lead-view";
import { DealForm } from "./deal-form";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { goneLead } from "~/server/gone-lead.server";
import { runAction } from "~/server/action.server";
import { withQuery } from "~/paths/address";
import { paths } from "~/paths/paths";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const page = await staffScope({ request, context }, async (scope) => {
    const lead = await readLead(scope, params["leadId"]);
    if (!lead) throw await goneLead(scope, params["leadId"], request);
    const affiliateId = lead.affiliate?.id ?? null;
    return {
      lead,
      terms: await activeTerms(scope, affiliateId),
      won: await wonVolumes(scope, affiliateId),
      today: await scope.today(),
      home: (await scope.organization()).defaultCurrency,
      own: await readOwnData(scope, "deal", null),
    };
  });
  const title = t("leads:deal.page_title", { company: page.lead.contact.companyName });
  return { title, submissionId: randomUUID(), ...page };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return runAction(args, {
    who: "member",
    signedOut: "not_signed_in",
    named: { lead_id: params["leadId"] },
    schema: async () => {
      const { fields, reading } = await staffOwnFields(args, "deal");
      return createDealSchemaFor(await numberLocale(request), fields, reading);
    },
    failed: "deal_create_failed",
    run: async (input, { inScope }) => {
      const deal = await inScope((scope) => createDeal(scope, input));
      return { to: dealsPath(new URL(request.url).search), toast: await toastOf(deal, request) };
    },
  });
}

/**
 * Returns the path of the list of deals with the filters of the leads. Status and page are left out, because they do
 * not apply to deals.
 */
function dealsPath(search: string): string {
  const params = new URLSearchParams(search);
  const own = ["status", "cursor", "sort", ...openLeadStatuses.map(columnParam)];
  for (const name of own) params.delete(name);
  params.set("tab", "deals");
  return withQuery(paths.leads(), params);
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

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function CreateDeal() {
  const { title, lead, ...defaults } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const { t } = useTranslation("common");
  const closeTo = openedFrom(useAddress(), lead.id);
  return (
    <RouteDialog title={title} closeTo={closeTo} size="lg">
      {!lead.open && <ClosedLead status={lead.status} />}
      {/* The entered values stay visible if the lead was closed in the meantime. */}
      {lead.open || lastResult ? (
        <DealForm lead={lead} lastResult={lastResult} closeTo={closeTo} {...defaults} />
      ) : (
        <FormActions className="pt-4">
          <DialogCancel to={closeTo}>{t("close")}</DialogCancel>
        </FormActions>
      )}
    </RouteDialog>
  );
}

/** Explains why the lead can no longer become a deal. */
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
