import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { useOwnContactFacts } from "~/components/portal/own-lead-fields";
import { Timeline } from "~/components/portal/timeline";
import { DescriptionList } from "~/components/ui/description-list";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readOwnLead } from "~/domain/leads/read-own-lead.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { affiliateScope } from "~/server/open-scope.server";
import { redirect } from "~/server/redirect.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const lead = await affiliateScope({ request, context }, (scope) => readOwnLead(scope, params.leadId ?? ""));
  if (!lead) throw new Response(null, { status: 404 });
  if (lead.dealId) throw redirect(paths.ownDeal(lead.dealId, "?tab=deals"));
  return { title: lead.contact.companyName, lead };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** One of the affiliate's leads without a deal: the submitted data, and its progress so far. */
export default function LeadDialog() {
  const { lead } = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  const { search } = useAddress();
  const { contact, status, steps } = lead;
  const facts = useOwnContactFacts(contact);
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
          ]}
        />
        <Timeline steps={steps.map((step) => ({ ...step, progress: "done" }))} />
      </div>
    </RouteDialog>
  );
}
