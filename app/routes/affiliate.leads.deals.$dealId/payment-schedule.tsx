import { CalendarClock, Hourglass, type LucideIcon } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { PaymentState } from "~/domain/commissions/payment";
import type { OwnPayment } from "~/domain/deals/own-deal";
import { useFormat } from "~/web/use-format";

const looks: Record<PaymentState, { tone: Tone; icon?: LucideIcon }> = {
  due: { tone: "warning", icon: Hourglass },
  planned: { tone: "info", icon: CalendarClock },
  paid: { tone: "success" },
};

export type PaymentScheduleProps = { caption: string; payments: readonly OwnPayment[] };

/** Every month of a recurring deal: what it pays, and whether it has. */
export function PaymentSchedule({ caption, payments }: PaymentScheduleProps) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  const id = useId();
  const hint = ({ state, period, paidDate }: OwnPayment) =>
    state === "paid" && paidDate
      ? t("commission.paid_on", { day: format.day(paidDate) })
      : t(`payment.hint.${state}`, { day: format.day(period) });
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {caption}
      </h3>
      <ul className="mt-2 divide-y">
        {payments.map((payment) => (
          <li key={payment.id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-32 flex-1">{format.month(payment.period)}</span>
            <span className="text-right tabular-nums">{format.money(payment.amount)}</span>
            <span className="w-32 text-right">
              <StatusBadge {...looks[payment.state]} hint={hint(payment)}>
                {t(`payment.state.${payment.state}`)}
              </StatusBadge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
