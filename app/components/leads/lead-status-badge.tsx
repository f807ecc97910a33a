import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { IconName } from "~/components/ui/icon";
import type { Tone } from "~/components/ui/tone";
import type { LeadStatus } from "~/domain/leads/lead";

/** Tone and icon of each status, for lists that draw many badges. */
export const leadStatusLooks: Record<LeadStatus, { tone: Tone; icon: IconName }> = {
  new: { tone: "info", icon: "sparkles" },
  contacted: { tone: "info", icon: "message-circle" },
  qualified: { tone: "success", icon: "badge-check" },
  converted: { tone: "success", icon: "trophy" },
  lost: { tone: "neutral", icon: "circle-x" },
};

export type LeadStatusBadgeProps = {
  status: LeadStatus;
  /** Hints for staff name the next step, hints for affiliates the result. */
  reader: "staff" | "affiliate";
};

/** Shows the status of a lead. */
export function LeadStatusBadge({ status, reader }: LeadStatusBadgeProps) {
  const { t } = useTranslation(["leads", "portal"]);
  const hint = reader === "staff" ? t(`leads:status_hint.${status}`) : t(`portal:lead_hint.${status}`);
  return (
    <StatusBadge {...leadStatusLooks[status]} hint={hint}>
      {t(`leads:status.${status}`)}
    </StatusBadge>
  );
}
