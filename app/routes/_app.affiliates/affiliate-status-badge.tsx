import { CircleCheck, CirclePause, MailCheck, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { AffiliateStatus } from "~/domain/affiliates/affiliate.schema";

const looks: Record<AffiliateStatus, { tone: Tone; icon: LucideIcon }> = {
  invited: { tone: "info", icon: MailCheck },
  active: { tone: "success", icon: CircleCheck },
  inactive: { tone: "neutral", icon: CirclePause },
};

/** Whether an affiliate works with the organisation; the hint says what follows from it. */
export function AffiliateStatusBadge({ status }: { status: AffiliateStatus }) {
  const { t } = useTranslation("affiliates");
  return (
    <StatusBadge {...looks[status]} hint={t(`status_hint.${status}`)}>
      {t(`status.${status}`)}
    </StatusBadge>
  );
}
