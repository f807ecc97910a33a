import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DescriptionList } from "~/components/ui/description-list";
import { Link } from "~/components/ui/link";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { duplicateOf } from "~/domain/leads/duplicate-of.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { isErased } from "~/domain/shared/erased";
import { translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useAuth } from "~/browser/use-auth";
import { moveLeadButton } from "~/server/lead-buttons.server";
import { leadsPath } from "~/paths/lead-view";
import { paths } from "~/paths/paths";
import { LeadActions } from "./lead-actions";
import { useLeadFacts } from "./lead-facts";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { leadPageIntents } from "~/components/conversation/conversation-intents";
import { LeadTimeline } from "~/components/conversation/lead-timeline";
import { conversationForms, pageOf } from "~/server/conversation-forms.server";
import { ATTACHMENT } from "~/server/files/take-attachment.server";
import { DeleteLeadLink, MergeLeadLink } from "~/components/merging/lead-links";
import { goneLead } from "~/server/gone-lead.server";
import { readLeadPage } from "~/domain/leads/read-lead-page.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const page = await staffScope({ request, context }, async (scope) => {
    const lead = await readLead(scope, params["leadId"]);
    if (!lead) throw await goneLead(scope, params["leadId"], request);
    return {
      lead,
      duplicate: await duplicateOf(scope, { id: lead.id, email: lead.contact.email }),
      timeline: await readLeadPage(scope, lead.id),
    };
  });
  return { title: t("leads:view.title", { company: page.lead.contact.companyName }), ...page };
}

/** Handles a button of the view, a note or a message: it stays open and shows the new state. */
export async function action(args: ActionFunctionArgs) {
  const here = pageOf(args.request);
  return runAction(args, {
    who: "member",
    named: { lead_id: args.params["leadId"] },
    of: leadPageIntents,
    takesFile: ATTACHMENT,
    intents: { move: moveLeadButton(here), ...conversationForms(here) },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, leadPageIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Shows everything about a lead: its data, its result, and the next actions. */
export default function LeadDialog() {
  const { title, lead, duplicate, timeline } = useLoaderData<typeof loader>();
  const { t } = useTranslation("leads");
  const location = useAddress();
  const { role } = useAuth();
  const facts = useLeadFacts(lead, duplicate);
  return (
    <RouteDialog title={title} closeTo={leadsPath(location)} size="lg">
      <DescriptionList items={facts} />
      <div className="flex flex-wrap gap-x-6">
        {!isErased(lead.contact.email) && <MergeLeadLink leadId={lead.id} />}
        {lead.deals.length === 0 && <DeleteLeadLink leadId={lead.id} />}
      </div>
      {role === "owner" && !isErased(lead.contact.email) && (
        <Link
          to={paths.leadDialog(lead.id, "erase", location.search)}
          replace
          preventScrollReset
          className="inline-flex min-h-11 items-center self-start text-sm text-muted underline underline-offset-4 hover:text-ink md:min-h-8"
        >
          {t("lead.erase")}
        </Link>
      )}
      <LeadActions lead={lead} />
      <LeadTimeline {...timeline} action={paths.lead(lead.id, location.search)} />
    </RouteDialog>
  );
}
