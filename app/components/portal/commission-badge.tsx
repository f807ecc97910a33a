import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { IconName } from "~/components/ui/icon";
import type { Tone } from "~/components/ui/tone";
import { reasonOf, type CommissionState, type OwnDeal } from "~/domain/deals/own-deal";
import { useFormat } from "~/browser/use-format";
import { useDueHint } from "./use-due-hint";

const looks: Record<CommissionState, { tone: Tone; icon?: IconName }> = {
  due: { tone: "warning", icon: "hourglass" },
  waiting: { tone: "neutral", icon: "clock" },
  planned: { tone: "info", icon: "calendar-clock" },
  running: { tone: "info", icon: "calendar-clock" },
  scheduling: { tone: "info", icon: "calendar-clock" },
  paid: { tone: "success" },
  ended: { tone: "neutral", icon: "circle-slash" },
  none: { tone: "neutral" },
};

/** Shows the state of a deal's commission and its next payment. */
export function CommissionBadge({
  deal,
}: {
  deal: Pick<OwnDeal, "state" | "payments" | "paymentDate" | "closeDate" | "due" | "trace">;
}) {
  const { t } = useTranslation(["portal", "commissions"]);
  const format = useFormat();
  const dueHint = useDueHint();
  const reason = reasonOf(deal);
  const { state, payments, paymentDate } = deal;
  const hint =
    state === "paid" && paymentDate
      ? t("commission.paid_on", { day: format.day(paymentDate) })
      : state === "running" && payments?.next
        ? t("commission.next_on", { day: format.day(payments.next) })
        : reason === "planned"
          ? dueHint(reason, deal.due)
          : t(`commission.hint.${reason}`);
  return (
    <StatusBadge {...looks[state]} hint={hint}>
      {t(`commissions:states.${state}`)}
    </StatusBadge>
  );
}
