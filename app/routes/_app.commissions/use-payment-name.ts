import type { PaymentView } from "~/domain/commissions/payment";
import { useFormat } from "~/browser/use-format";

/** Says which payment it is: the company and the month; of a one-off commission the deal. */
export function usePaymentName() {
  const format = useFormat();
  return ({ kind, company, deal, period }: Pick<PaymentView, "kind" | "company" | "deal" | "period">) =>
    `${company}, ${kind === "deal" ? deal : format.month(period)}`;
}
