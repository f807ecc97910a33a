import { CircleCheck, CirclePause, MailCheck, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { AffiliateStatus } from "~/domain/affiliates/affiliate.schema";
import type { AffiliateRow } from "~/domain/affiliates/list-affiliates.server";
import { useFormat } from "~/web/use-format";

const looks: Record<AffiliateStatus, { tone: Tone; icon: LucideIcon }> = {
  invited: { tone: "info", icon: MailCheck },
  active: { tone: "success", icon: CircleCheck },
  inactive: { tone: "neutral", icon: CirclePause },
};

type AffiliateStatusBadgeProps = {
  affiliate: Pick<AffiliateRow, "status" | "invited">;
  timeZone: string;
};

/** Whether an affiliate works with the organisation; the hint says what follows from it, or what is to be done. */
export function AffiliateStatusBadge({ affiliate, timeZone }: AffiliateStatusBadgeProps) {
  const { t } = useTranslation("affiliates");
  const format = useFormat();
  const { status, invited } = affiliate;
  const hint = () => {
    if (status !== "invited") return t(`status_hint.${status}`);
    if (!invited) return t("status_hint.invited_unsent");
    const date = format.moment(invited.sentAt, timeZone);
    return t(invited.expired ? "status_hint.invited_expired" : "status_hint.invited_valid", { date });
  };
  return (
    <StatusBadge {...looks[status]} hint={hint()}>
      {t(`status.${status}`)}
    </StatusBadge>
  );
}
