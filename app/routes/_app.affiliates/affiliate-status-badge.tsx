import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { SpriteIconName } from "~/components/ui/sprite";
import type { Tone } from "~/components/ui/tone";
import type { AffiliateStatus } from "~/domain/affiliates/affiliate";
import type { AffiliateRow } from "~/domain/affiliates/list-affiliates.server";
import { useFormat } from "~/browser/use-format";

const looks: Record<AffiliateStatus, { tone: Tone; icon: SpriteIconName }> = {
  invited: { tone: "info", icon: "mail-check" },
  active: { tone: "success", icon: "success" },
  inactive: { tone: "neutral", icon: "circle-pause" },
};

type AffiliateStatusBadgeProps = {
  affiliate: Pick<AffiliateRow, "status" | "invited">;
  timeZone: string;
};

/** The status of an affiliate. The hint says what it means or what to do. */
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
