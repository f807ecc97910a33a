import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { LeadStatus } from "~/domain/leads/lead";

const tones: Record<LeadStatus, Tone> = {
  new: "info",
  contacted: "info",
  qualified: "warning",
  converted: "success",
  lost: "neutral",
};

/** What became of a lead, in the words of the affiliate who submitted it. */
export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  const { t } = useTranslation("portal");
  return (
    <StatusBadge tone={tones[status]} hint={t(`lead_hint.${status}`)}>
      {t(`lead_status.${status}`)}
    </StatusBadge>
  );
}
