import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Commission } from "~/domain/commissions/commission";
import { useFormat } from "~/browser/use-format";

const looks = {
  due: { tone: "warning", icon: "hourglass" },
  waiting: { tone: "neutral", icon: "clock" },
  planned: { tone: "info", icon: "calendar-clock" },
  paid: { tone: "success", icon: "circle-check" },
} as const;

type PaymentStatusProps = Pick<Commission, "state" | "due"> & Partial<Pick<Commission, "payoutId">>;

/** Shows the state of a payment and its next step: "Geplant, fällig am 01.03.2027". */
export function PaymentStatus({ state, due, payoutId = null }: PaymentStatusProps) {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  return (
    <>
      <StatusBadge {...looks[state]}>{t(`states.${state}`)}</StatusBadge>
      {state !== "paid" && due !== null && (
        <>
          <span className="sr-only">, </span>
          <span className="block text-xs text-muted tabular-nums">
            {t(`next.${state === "due" ? "due" : "planned"}`, { date: format.day(due) })}
          </span>
        </>
      )}
      {state !== "paid" && payoutId !== null && (
        <>
          <span className="sr-only">, </span>
          <span className="block text-xs text-muted">{t("in_run")}</span>
        </>
      )}
    </>
  );
}
