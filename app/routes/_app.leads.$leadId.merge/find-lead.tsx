import { useTranslation } from "react-i18next";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { FindOther } from "~/components/merging/find-other";
import { useAddress } from "~/components/ui/use-address";
import type { MergeableLead } from "~/domain/leads/find-mergeable.server";
import { knownSearch } from "~/paths/address";
import { mergePath } from "~/paths/merge-path";
import { paths } from "~/paths/paths";
import { useLeadOrigin } from "./use-lead-origin";

export type FindLeadProps = { leadId: string; find: string; found: readonly MergeableLead[] };

/** The leads that a lead may be merged with, and a search for others. */
export function FindLead({ leadId, find, found }: FindLeadProps) {
  const { t } = useTranslation("merging");
  const search = knownSearch(useAddress().search);
  const origin = useLeadOrigin();
  return (
    <FindOther
      of="merge"
      action={paths.leadDialog(leadId, "merge")}
      values={new URLSearchParams(search)}
      find={find}
      found={found.map((lead) => ({
        id: lead.id,
        to: mergePath(leadId, lead.id, search),
        name: lead.company,
        about: [lead.contact, origin(lead), ...(lead.sameEmail ? [t("merge.same_email")] : [])],
        status: <LeadStatusBadge reader="staff" status={lead.status} />,
      }))}
    />
  );
}
