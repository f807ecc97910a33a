import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { ownConversationIntents } from "~/components/conversation/conversation-intents";
import { OwnMessages } from "~/components/conversation/own-messages";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { useOwnContactFacts } from "~/components/portal/own-lead-fields";
import { useOwnFacts } from "~/components/fields/use-own-words";
import { Timeline } from "~/components/portal/timeline";
import { DescriptionList } from "~/components/ui/description-list";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { mergedInto } from "~/domain/leads/merged-lead.server";
import { readOwnConversation } from "~/domain/leads/read-conversation.server";
import { readOwnLead } from "~/domain/leads/read-own-lead.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { ownConversationAction } from "~/server/conversation-forms.server";
import { affiliateScope } from "~/server/open-scope.server";
import { redirect } from "~/server/redirect.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return affiliateScope({ request, context }, async (scope) => {
    const lead = await readOwnLead(scope, params.leadId ?? "");
    if (!lead) {
      const merged = await mergedInto(scope, params.leadId);
      throw merged ? redirect(paths.ownLead(merged)) : new Response(null, { status: 404 });
    }
    if (lead.dealId) throw redirect(paths.ownDeal(lead.dealId, "?tab=deals"));
    return { title: lead.contact.companyName, lead, conversation: await readOwnConversation(scope, lead.id) };
  });
}

/** Handles a message of the affiliate: the dialog stays open and shows it. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, { of: ownConversationIntents, ...ownConversationAction(args) });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, ownConversationIntents);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** One of the affiliate's leads without a deal: the submitted data, its progress so far, and the messages about it. */
export default function LeadDialog() {
  const { lead, conversation } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  const { search } = useAddress();
  const { contact, status, steps } = lead;
  const facts = useOwnContactFacts(contact);
  const own = useOwnFacts(lead.own);
  return (
    <RouteDialog title={contact.companyName} closeTo={paths.ownLeads(search)} size="lg">
      <div className="space-y-6">
        <DescriptionList
          items={[
            {
              label: t("fields.status"),
              value: (
                <>
                  <LeadStatusBadge reader="affiliate" status={status} />
                  <span className="mt-1 block text-muted" aria-hidden>
                    {t(`lead_hint.${status}`)}
                  </span>
                </>
              ),
            },
            ...facts,
            ...own,
          ]}
        />
        <Timeline steps={steps.map((step) => ({ ...step, progress: "done" }))} />
        <OwnMessages {...conversation} action={paths.ownLead(lead.id, search)} />
      </div>
    </RouteDialog>
  );
}
