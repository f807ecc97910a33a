import type { DealContract } from "~/domain/deals/deal.schema";
import { toDecimal } from "~/domain/shared/money";

/** A contract by the names of the form's fields, amounts with the decimal sign of the language. */
export function formValues(contract: DealContract, language: string): Record<string, string> {
  const { title, currency, amount, closeDate, recurring } = contract;
  const [, sign] = new Intl.NumberFormat(language).formatToParts(1.5);
  const money = (minor: number) => toDecimal(minor, currency).replace(".", sign?.value ?? ".");
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
