import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { AffiliateStatus } from "~/domain/affiliates/affiliate";

const looks = {
  invited: { tone: "info", icon: "mail" },
  active: { tone: "success", icon: "circle-check" },
  inactive: { tone: "neutral", icon: "circle-pause" },
} as const satisfies Record<AffiliateStatus, object>;

/** The status of an affiliate, without the state of the invitation. */
export function PlainStatus({ status }: { status: AffiliateStatus }) {
  const { t } = useTranslation("affiliates");
  return <StatusBadge {...looks[status]}>{t(`status.${status}`)}</StatusBadge>;
}
