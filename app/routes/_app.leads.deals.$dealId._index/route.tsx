import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { ButtonLink } from "~/components/ui/button";
import { DescriptionList } from "~/components/ui/description-list";
import { DialogLink, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readDeal } from "~/domain/deals/read-deal.server";
import { translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { isCanceled } from "~/domain/deals/deal-view";
import { isPayable, MarkPaid, ResumeDeal } from "~/components/deals/deal-cells";
import { leadsPath } from "~/paths/lead-view";
import { useDealFacts } from "./deal-facts";
import { DealPayments } from "./deal-payments";
import { paths } from "~/paths/paths";
import { sendForm } from "~/browser/client-actions";
import { conversationIntents } from "~/components/conversation/conversation-intents";
import { LeadTimeline } from "~/components/conversation/lead-timeline";
import { runAction } from "~/server/action.server";
import { conversationForms, pageOf } from "~/server/conversation-forms.server";
import { ATTACHMENT } from "~/server/files/take-attachment.server";
import { readLeadPage } from "~/domain/leads/read-lead-page.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { deal, timeline } = await staffScope({ request, context }, async (scope) => {
    const found = await readDeal(scope, params["dealId"]);
    if (!found) throw new Response(null, { status: 404 });
    return { deal: found, timeline: await readLeadPage(scope, found.leadId) };
  });
  return { title: t("leads:details.title", { company: deal.company }), deal, timeline };
}

/** Handles a note or a message: the view stays open and shows it. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: conversationIntents,
    takesFile: ATTACHMENT,
    intents: conversationForms(pageOf(args.request)),
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, conversationIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Shows everything about a deal, to read and to copy (LEAD-04). */
export default function DealDialog() {
  const { title, deal, timeline } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["common", "transactions", "deals", "leads"]);
  const location = useAddress();
  const facts = useDealFacts(deal);
  return (
    <RouteDialog title={title} closeTo={leadsPath(location)} size="lg">
      <DescriptionList items={facts} />
      {deal.schedule.length > 0 && <DealPayments deal={deal} />}
      <FormActions className="pt-4">
        <DialogLink replace to={paths.dealDialog(deal.id, "edit", location.search)}>
          {t("edit")}
        </DialogLink>
        {deal.commission.amount > 0 && (
          <ButtonLink variant="secondary" to={paths.paymentsOf(deal.id)}>
            {t("leads:deals.to_payments")}
          </ButtonLink>
        )}
        {deal.paid && (
          <DialogLink replace to={paths.dealDialog(deal.id, "reverse", location.search)}>
            {t("transactions:reverse.action")}
          </DialogLink>
        )}
        {!deal.ended && (
          <DialogLink replace to={paths.dealDialog(deal.id, "end", location.search)}>
            {t("deals:end.action")}
          </DialogLink>
        )}
        {deal.ended && deal.leadStatus === "converted" && <ResumeDeal deal={deal} />}
        {isCanceled(deal) && deal.leadStatus === "converted" && (
          <DialogLink replace to={paths.leadDialog(deal.leadId, "lose", location.search)}>
            {t("leads:lead.lose")}
          </DialogLink>
        )}
        {isPayable(deal) && <MarkPaid deal={deal} />}
      </FormActions>
      <LeadTimeline {...timeline} action={paths.deal(deal.id, location.search)} />
    </RouteDialog>
  );
}
