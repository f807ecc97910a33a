import type { DealContract } from "~/domain/deals/deal.schema";
import { toTyped } from "~/domain/shared/read-amount";

/** A contract by the names of the form's fields, amounts as the locale writes them. */
export function formValues(contract: DealContract, locale: string): Record<string, string> {
  const { title, currency, amount, closeDate, recurring } = contract;
  const money = (minor: number) => toTyped(minor, currency, locale);
  if (!recurring) {
    return { title, currency, deal_type: "one-time", amount: money(amount), close_date: closeDate };
  }
  return {
    title,
    currency,
    deal_type: "recurring",
    mrr: money(recurring.mrr),
    contract_duration_months: String(recurring.months),
    contract_start_date: recurring.start,
  };
}
