import { useTranslation } from "react-i18next";
import type { PaymentPlan } from "~/domain/deals/plan-payments";
import type { Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

/** Describes the changes to a deal's payments, one sentence per kind of change. */
export function usePlanWords() {
  const { t } = useTranslation("deals");
  const format = useFormat();
  return ({ changed, added, removed, kept, paid, paidOutside }: PaymentPlan, commission: Money): string[] => {
    // A removed payment and an added one are described as one that moved to another day.
    const moved = Math.min(added.length, removed.length);
    const amount = format.money(commission);
    const say = (key: string, count: number) => (count > 0 ? [t(`plan.${key}`, { count, amount })] : []);
    return [
      ...say("changed", changed.length),
      ...say("moved", moved),
      ...say("added", added.length - moved),
      ...say("removed", removed.length - moved),
      ...say("kept", kept),
      ...say("paid", paid),
      ...say("paid_outside", paidOutside),
    ];
  };
}
