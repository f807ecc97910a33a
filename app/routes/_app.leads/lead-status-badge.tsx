import { BadgeCheck, CircleX, MessageCircle, Sparkles, Trophy, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { LeadStatus } from "~/domain/leads/lead";

const looks: Record<LeadStatus, { tone: Tone; icon: LucideIcon }> = {
  new: { tone: "info", icon: Sparkles },
  contacted: { tone: "info", icon: MessageCircle },
  qualified: { tone: "success", icon: BadgeCheck },
  converted: { tone: "success", icon: Trophy },
  lost: { tone: "neutral", icon: CircleX },
};

/** Where a lead stands, for staff: the hint says what may come next. */
export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  const { t } = useTranslation("leads");
  return (
    <StatusBadge {...looks[status]} hint={t(`status_hint.${status}`)}>
      {t(`status.${status}`)}
    </StatusBadge>
  );
}
