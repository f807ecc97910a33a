import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { IconName } from "~/components/ui/icon";
import type { Tone } from "~/components/ui/tone";
import type { AffiliateStatus } from "~/domain/affiliates/affiliate";
import type { AffiliateRow } from "~/domain/reports/list-affiliates.server";
import { invitationState, type InvitationState } from "~/domain/affiliates/invitation";
import { formatTime } from "~/domain/shared/dates";
import { useFormat } from "~/browser/use-format";

const looks: Record<Exclude<AffiliateStatus, "invited"> | InvitationState, { tone: Tone; icon: IconName }> = {
  none: { tone: "neutral", icon: "mail" },
  open: { tone: "info", icon: "mail-check" },
  expired: { tone: "warning", icon: "hourglass" },
  active: { tone: "success", icon: "circle-check" },
  inactive: { tone: "neutral", icon: "circle-pause" },
};

type AffiliateStatusBadgeProps = {
  affiliate: Pick<AffiliateRow, "status" | "invited">;
  timeZone: string;
  /** In the list, where a heading says that these are invitations. */
  isBrief?: boolean;
};

/** The status of an affiliate; before the first sign-in, the state of the invitation. The hint says what to do. */
export function AffiliateStatusBadge({ affiliate, timeZone, isBrief }: AffiliateStatusBadgeProps) {
  const { t } = useTranslation("affiliates");
  const format = useFormat();
  const { status, invited } = affiliate;
  if (status !== "invited") {
    return (
      <StatusBadge {...looks[status]} hint={t(`status_hint.${status}`)}>
        {t(`status.${status}`)}
      </StatusBadge>
    );
  }
  const state = invitationState(invited);
  const hint = invited
    ? t(`status_hint.invited_${invited.expired ? "expired" : "valid"}`, {
        date: format.moment(invited.sentAt, timeZone),
        until: formatTime(new Date(invited.validUntil), timeZone),
      })
    : t("status_hint.invited_unsent");
  return (
    <StatusBadge {...looks[state]} hint={hint}>
      {invited && state === "open"
        ? t("invited_until", { until: formatTime(new Date(invited.validUntil), timeZone) })
        : t(isBrief && state === "expired" ? "invited_expired" : `invitation_state.${state}`)}
    </StatusBadge>
  );
}

/** The status of an affiliate, without the state of the invitation. */
export function PlainStatus({ status }: { status: AffiliateStatus }) {
  const { t } = useTranslation("affiliates");
  return <StatusBadge {...looks[status === "invited" ? "open" : status]}>{t(`status.${status}`)}</StatusBadge>;
}
