import { CircleCheck, Hourglass, Sigma } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StatCard, StatGrid } from "~/components/ui/stat-card";
import type { PaymentTotals } from "~/domain/commissions/total-payments.server";
import type { PaymentState } from "~/domain/commissions/payment";
import { sumByCurrency, type Money } from "~/domain/shared/money";
import { useFormat } from "~/web/use-format";

type PaymentStatsProps = {
  totals: Record<PaymentState, PaymentTotals>;
  /** Of the zero that stands where there is nothing yet. */
  currency: string;
};

/** What is open (due or planned), paid and both together, per currency. */
export function PaymentStats({ totals, currency }: PaymentStatsProps) {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  const { due, planned, paid } = totals;
  const show = (...parts: Money[][]) => {
    const amounts = sumByCurrency(parts.flat());
    return (amounts.length > 0 ? amounts : [{ amount: 0, currency }]).map(format.money);
  };
  const pending = due.count + planned.count;
  return (
    <StatGrid>
      <StatCard
        icon={Hourglass}
        label={t("cards.pending")}
        value={show(due.amounts, planned.amounts)}
        hint={t("cards.of_which_due", { amounts: show(due.amounts).join(" · "), count: due.count })}
      />
      <StatCard
        icon={CircleCheck}
        label={t("cards.paid")}
        value={show(paid.amounts)}
        hint={t("payments", { count: paid.count })}
      />
      <StatCard
        icon={Sigma}
        label={t("cards.total")}
        value={show(due.amounts, planned.amounts, paid.amounts)}
        hint={t("payments", { count: pending + paid.count })}
      />
    </StatGrid>
  );
}
