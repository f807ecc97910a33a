import { BadgeCheck, CircleX, MessageCircle, Sparkles, Trophy, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { LeadStatus } from "~/domain/leads/lead";

/** How a status looks, for lists that draw many badges. */
export const leadStatusLooks: Record<LeadStatus, { tone: Tone; icon: LucideIcon }> = {
  new: { tone: "info", icon: Sparkles },
  contacted: { tone: "info", icon: MessageCircle },
  qualified: { tone: "success", icon: BadgeCheck },
  converted: { tone: "success", icon: Trophy },
  lost: { tone: "neutral", icon: CircleX },
};

export type LeadStatusBadgeProps = {
  status: LeadStatus;
  /** Staff read what they may do next, affiliates what became of their lead. */
  reader: "staff" | "affiliate";
};

/** Where a lead stands. */
export function LeadStatusBadge({ status, reader }: LeadStatusBadgeProps) {
  const { t } = useTranslation(["leads", "portal"]);
  const hint = reader === "staff" ? t(`leads:status_hint.${status}`) : t(`portal:lead_hint.${status}`);
  return (
    <StatusBadge {...leadStatusLooks[status]} hint={hint}>
      {t(`leads:status.${status}`)}
    </StatusBadge>
  );
}
