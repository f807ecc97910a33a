import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { BothRecords } from "~/components/merging/both-records";
import type { MergePreview } from "~/domain/leads/read-merge.server";
import { useLeadOrigin } from "./use-lead-origin";

/** The two leads side by side: the one that stays, and the one that is merged into it. */
export function BothLeads({ preview: { kept, other } }: { preview: Pick<MergePreview, "kept" | "other"> }) {
  const origin = useLeadOrigin();
  const record = (lead: MergePreview["kept"]) => ({
    name: lead.company,
    lines: [origin(lead)],
    status: <LeadStatusBadge reader="staff" status={lead.status} />,
  });
  return <BothRecords kept={record(kept)} other={record(other)} />;
}
