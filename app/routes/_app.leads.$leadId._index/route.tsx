import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { leadPageIntents } from "~/components/conversation/conversation-intents";
import { LeadTimeline } from "~/components/conversation/lead-timeline";
import { DescriptionList } from "~/components/ui/description-list";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { leadsPath } from "~/paths/lead-view";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { conversationForms, pageOf } from "~/server/conversation-forms.server";
import { ATTACHMENT } from "~/server/files/take-attachment.server";
import { moveLeadButton } from "~/server/lead-buttons.server";
import { workForms } from "~/server/lead-work.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import { DangerousActions, LeadActions, hasDangerousActions } from "./lead-actions";
import { useLeadFacts } from "./lead-facts";
import { Neighbors } from "./neighbors";
import { NextStep } from "./next-step";
import { Part } from "./part";
import { readPage } from "./read-page.server";
import { Responsible } from "./responsible";
import { goneLead } from "~/server/gone-lead.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  const page = await staffScope({ request, context }, async (scope) => {
    const found = await readPage(scope, params["leadId"], searchParams);
    if (!found) throw await goneLead(scope, params["leadId"], request);
    return found;
  });
  return { title: t("leads:view.title", { company: page.lead.contact.companyName }), ...page };
}

/** Handles a button of the view, the next step, a note or a message: it stays open and shows the new state. */
export async function action(args: ActionFunctionArgs) {
  const here = pageOf(args.request);
  return runAction(args, {
    who: "member",
    named: { lead_id: args.params["leadId"] },
    of: leadPageIntents,
    takesFile: ATTACHMENT,
    intents: { move: moveLeadButton(here), ...workForms(here), ...conversationForms(here) },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, leadPageIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Where one works on a lead (WORK-08): actions, next step, facts and conversation, side by side where they fit. */
export default function LeadDialog() {
  const { title, lead, today, duplicate, timeline, neighbors } = useLoaderData<typeof loader>();
  const { t } = useTranslation("work");
  const location = useAddress();
  const facts = useLeadFacts(lead, duplicate);
  const hasDanger = hasDangerousActions(lead);
  const action = paths.lead(lead.id, location.search);
  return (
    <RouteDialog title={title} closeTo={leadsPath(location)} size="xl" tools={<Neighbors {...neighbors} />}>
      {/* Not the first field, so that the keys of the page work at once. Another lead has other forms. */}
      <div tabIndex={-1} data-autofocus data-quiet-focus className="outline-none">
        <div key={lead.id} className="space-y-6">
          <LeadActions lead={lead} action={action} />
          <div className="grid gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-[17rem_17rem_minmax(0,1fr)]">
            <Part title={t("parts.step")} className="self-start rounded-lg border p-4">
              <div className="space-y-4">
                <NextStep leadId={lead.id} work={lead.work} today={today} action={action} />
                <div className="border-t pt-4">
                  <Responsible
                    leadId={lead.id}
                    responsible={lead.work.responsible}
                    people={timeline.people}
                    action={action}
                  />
                </div>
                <p className="text-xs text-muted">{t("staff_only")}</p>
              </div>
            </Part>
            <Part title={t("parts.facts")}>
              <DescriptionList items={facts} />
            </Part>
            <LeadTimeline {...timeline} action={action} className="min-w-0 md:col-span-2 xl:col-span-1" />
          </div>
          {hasDanger && (
            <Part title={t("parts.danger")} className="border-t pt-4">
              <DangerousActions lead={lead} />
            </Part>
          )}
        </div>
      </div>
    </RouteDialog>
  );
}
