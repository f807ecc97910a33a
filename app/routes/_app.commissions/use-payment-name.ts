import type { Commission } from "~/domain/commissions/commission";
import { useFormat } from "~/browser/use-format";

/** Returns the name of a payment: the company and the month; for a one-off commission the deal. */
export function usePaymentName() {
  const format = useFormat();
  return ({ kind, company, deal, period }: Pick<Commission, "kind" | "company" | "deal" | "period">) =>
    `${company}, ${kind === "deal" ? deal : format.month(period)}`;
}
