import "~/components/merging/merging-texts";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import type { MergePreview } from "~/domain/leads/read-merge.server";

/** The two leads side by side: the one that stays, and the one that is merged into it. */
export function BothLeads({ preview: { kept, other } }: { preview: Pick<MergePreview, "kept" | "other"> }) {
  const { t } = useTranslation("merging");
  return (
    <ul className="mb-6 grid gap-2 sm:grid-cols-2">
      <OneLead lead={kept} role={t("merge.stays")} isKept />
      <OneLead lead={other} role={t("merge.goes")} />
    </ul>
  );
}

function OneLead({ lead, role, isKept = false }: { lead: MergePreview["kept"]; role: string; isKept?: boolean }) {
  const { t } = useTranslation("merging");
  const affiliateName = useAffiliateName();
  const format = useFormat();
  const name = affiliateName(lead.affiliateId, lead.affiliate);
  const date = format.day(lead.createdOn);
  return (
    <li className={`rounded-lg border px-4 py-3 wrap-anywhere ${isKept ? "border-accent bg-accent-soft" : ""}`}>
      <p className="text-xs text-muted">{role}</p>
      <p className="font-medium">{lead.company}</p>
      <p className="text-xs text-muted">
        {name ? t("merge.by", { affiliate: name, date }) : t("merge.since", { date })}
      </p>
      <p className="mt-2">
        <LeadStatusBadge reader="staff" status={lead.status} />
      </p>
    </li>
  );
}
