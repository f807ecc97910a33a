import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import { Link } from "~/components/ui/link";
import { useAuth } from "~/browser/use-auth";
import { paths } from "~/paths/paths";

/** Shows how long the trial still runs or that it has ended. Links to the plans (BIL-02). */
export function SubscriptionBadge() {
  const { t } = useTranslation("site");
  const { subscription } = useAuth();
  if (!subscription) return null;
  const inTrial = subscription.status === "trial";
  const text = inTrial ? t("trial.days_left", { count: subscription.daysLeft }) : t("trial.expired");
  return (
    <Link
      to={paths.pricing()}
      prefetch="intent"
      title={text}
      className="-mx-1 inline-flex min-h-11 min-w-0 items-center rounded-md px-1 @max-[18rem]/bar:hidden md:min-h-10 md:shrink-0"
    >
      <StatusBadge tone={inTrial ? "info" : "danger"} className="max-w-full max-sm:[&>svg]:hidden">
        <span className="truncate">{text}</span>
      </StatusBadge>
    </Link>
  );
}
