import type { PaymentState } from "~/domain/deals/plan-payments";
import { useTranslation } from "react-i18next";
import { SumLine } from "~/components/ui/sum-line";
import type { PaymentTotals } from "~/domain/commissions/total-payments.server";
import { sumByCurrency, type Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

type PaymentStatsProps = {
  totals: Record<PaymentState, PaymentTotals>;
  /** The currency of the zero that is shown without payments. */
  currency: string;
};

/** The due, waiting, planned and paid amounts and their total, per currency. */
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
  const counted = (count: number) => t("payments", { count });
  return (
    <SumLine
      onPhones="main"
      sums={[
        {
          label: t("states.due"),
          value: allPaid ? t("cards.all_paid") : show(due.amounts),
          ...(due.count > 0 && { count: counted(due.count) }),
          isMain: true,
        },
        ...(waiting.count > 0
          ? [{ label: t("states.waiting"), value: show(waiting.amounts), count: counted(waiting.count) }]
          : []),
        { label: t("states.planned"), value: show(planned.amounts), count: counted(planned.count) },
        { label: t("states.paid"), value: show(paid.amounts), count: counted(paid.count) },
        {
          label: t("cards.total"),
          value: show(due.amounts, waiting.amounts, planned.amounts, paid.amounts),
          count: counted(all),
          hint: t("cards.total_hint", { count: all }),
        },
      ]}
    />
  );
}
