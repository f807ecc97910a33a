import { CommissionWhy } from "~/components/deals/commission-why";
import type { CommissionTrace } from "~/domain/terms/pricing";
import type { Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

/** An amount and the small "why?" that explains it (COM-07). */
export function CommissionCell({
  amount,
  trace,
  deal,
}: {
  amount: Money;
  trace: CommissionTrace;
  /** The deal of the commission, for screen readers. */
  deal: string;
}) {
  const format = useFormat();
  return (
    <span className="inline-flex items-center justify-end">
      {format.money(amount)}
      <CommissionWhy trace={trace} deal={deal} />
    </span>
  );
}
