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

/** What became of a lead, in the words of the affiliate who submitted it. */
export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  const { t } = useTranslation("portal");
  return (
    <StatusBadge {...looks[status]} hint={t(`lead_hint.${status}`)}>
      {t(`lead_status.${status}`)}
    </StatusBadge>
  );
}
