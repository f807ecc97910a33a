import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import { Link } from "~/components/ui/link";
import { useAuth } from "~/browser/use-auth";
import { paths } from "~/paths/paths";

const words = { subscribed: "premium", expired: "expired" } as const;
const tones = { subscribed: "success", trial: "info", expired: "danger" } as const;

/** Shows that the plan is paid, the remaining trial, or its end. Links to the subscription or the plans (BIL-02). */
export function SubscriptionBadge() {
  const { t } = useTranslation("site");
  const { subscription } = useAuth();
  if (!subscription) return null;
  const { status } = subscription;
  const text =
    status === "trial" ? t("trial.days_left", { count: subscription.daysLeft }) : t(`trial.${words[status]}`);
  return (
    <Link
      to={status === "subscribed" ? paths.settings("subscription") : paths.pricing()}
      prefetch="intent"
      title={text}
      className="-mx-1 inline-flex min-h-11 min-w-0 items-center rounded-md px-1 @max-[18rem]/bar:hidden md:min-h-10 md:shrink-0"
    >
      <StatusBadge tone={tones[status]} className="max-w-full max-sm:[&>svg]:hidden">
        <span className="truncate">{text}</span>
      </StatusBadge>
    </Link>
  );
}
