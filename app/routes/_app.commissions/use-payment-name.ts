import type { Commission } from "~/domain/commissions/commission";
import { useFormat } from "~/browser/use-format";

/** Says which payment it is: the company and the month; of a one-off commission the deal. */
export function usePaymentName() {
  const format = useFormat();
  return ({ kind, company, deal, due }: Pick<Commission, "kind" | "company" | "deal" | "due">) =>
    `${company}, ${kind === "deal" ? deal : format.month(due)}`;
}
