import type { IconName } from "~/components/ui/icon";
import type { PaymentState } from "~/domain/deals/plan-payments";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { OwnEarning } from "~/domain/commissions/own-earning";
import { useFormat } from "~/browser/use-format";
import { useDueHint } from "./use-due-hint";

export const paymentLooks: Record<PaymentState, { tone: Tone; icon?: IconName }> = {
  due: { tone: "warning", icon: "hourglass" },
  waiting: { tone: "neutral", icon: "clock" },
  planned: { tone: "info", icon: "calendar-clock" },
  paid: { tone: "success" },
};

/** Shows whether a commission was paid or falls due, and when. */
export function EarningStatus({ state, due, paidDate }: Pick<OwnEarning, "state" | "due" | "paidDate">) {
  const { t } = useTranslation(["portal", "commissions"]);
  const format = useFormat();
  const dueHint = useDueHint();
  return (
    <>
      <StatusBadge {...paymentLooks[state]}>{t(`commissions:states.${state}`)}</StatusBadge>
      <span className="mt-0.5 block text-xs text-muted tabular-nums cards:ml-2 cards:inline-block cards:whitespace-nowrap">
        {state === "paid" ? paidDate && t("commission.paid_on", { day: format.day(paidDate) }) : dueHint(state, due)}
      </span>
    </>
  );
}
