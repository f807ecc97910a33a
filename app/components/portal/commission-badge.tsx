import { CalendarClock, Hourglass, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import { reasonOf, type CommissionState, type OwnDeal } from "~/domain/deals/own-deal";
import { useFormat } from "~/web/use-format";

const looks: Record<CommissionState, { tone: Tone; icon?: LucideIcon }> = {
  open: { tone: "warning", icon: Hourglass },
  planned: { tone: "info", icon: CalendarClock },
  running: { tone: "info", icon: CalendarClock },
  scheduling: { tone: "info", icon: CalendarClock },
  paid: { tone: "success" },
  none: { tone: "neutral" },
};

/** Where the commission of a deal stands, and what comes next. */
export function CommissionBadge({
  deal,
}: {
  deal: Pick<OwnDeal, "state" | "payments" | "paymentDate" | "closeDate" | "trace">;
}) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  const { state, payments, paymentDate } = deal;
  const hint =
    state === "paid" && paymentDate
      ? t("commission.paid_on", { day: format.day(paymentDate) })
      : state === "running" && payments?.next
        ? t("commission.next_on", { day: format.day(payments.next) })
        : t(`commission.hint.${reasonOf(deal)}`, { day: format.day(deal.closeDate) });
  return (
    <StatusBadge {...looks[state]} hint={hint}>
      {t(`commission.state.${state}`)}
    </StatusBadge>
  );
}
