import type { PaymentState } from "~/domain/deals/plan-payments";
import { useTranslation } from "react-i18next";
import { StatCard } from "~/components/ui/stat-card";
import type { PaymentTotals } from "~/domain/commissions/total-payments.server";
import { sumByCurrency, type Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

type PaymentStatsProps = {
  totals: Record<PaymentState, PaymentTotals>;
  /** The currency of the zero that is shown without payments. */
  currency: string;
};

/** The due amount, large; beside it the planned amount, the paid amount and the total, per currency. */
export function PaymentStats({ totals, currency }: PaymentStatsProps) {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  const { due, waiting, planned, paid } = totals;
  const show = (...parts: Money[][]) => {
    const amounts = sumByCurrency(parts.flat());
    return (amounts.length > 0 ? amounts : [{ amount: 0, currency }]).map(format.money);
  };
  const all = due.count + waiting.count + planned.count + paid.count;
  const allPaid = due.count === 0 && all > 0;
  return (
    <dl className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-[2fr_1fr_1fr_1fr]">
      <StatCard
        large
        icon={allPaid ? "circle-check" : "hourglass"}
        label={t("states.due")}
        value={allPaid ? t("cards.all_paid") : show(due.amounts)}
        hint={
          <>
            {allPaid ? t("cards.nothing_due") : t("cards.pending_hint", { count: due.count })}
            {waiting.count > 0 && (
              <span className="block">
                {t("cards.waiting", { count: waiting.count, amounts: waiting.amounts.map(format.money).join(" · ") })}
              </span>
            )}
          </>
        }
        className="max-lg:col-span-2"
      />
      <StatCard
        icon="calendar-clock"
        label={t("states.planned")}
        value={show(planned.amounts)}
        hint={t("payments", { count: planned.count })}
      />
      <StatCard
        icon="circle-check"
        label={t("states.paid")}
        value={show(paid.amounts)}
        hint={t("payments", { count: paid.count })}
      />
      <StatCard
        icon="sigma"
        label={t("cards.total")}
        value={show(due.amounts, waiting.amounts, planned.amounts, paid.amounts)}
        hint={t("cards.total_hint", { count: all })}
        className="max-lg:col-span-2"
      />
    </dl>
  );
}
