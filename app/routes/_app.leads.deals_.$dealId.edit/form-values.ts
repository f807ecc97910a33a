import { contractValues } from "~/domain/deals/deal-contract";
import type { DealContract } from "~/domain/deals/deal.schema";
import { toTyped } from "~/domain/shared/read-amount";

/** Returns a contract by the names of the form's fields, with amounts in the locale's format. */
export function formValues(contract: DealContract, locale: string): Record<string, string> {
  const typed = Object.entries(contractValues(contract)).map(([name, value]) => [
    name,
    typeof value === "object" && value ? toTyped(value.amount, value.currency, locale) : String(value ?? ""),
  ]);
  return { deal_type: contract.recurring ? "recurring" : "one-time", ...Object.fromEntries(typed) };
}
