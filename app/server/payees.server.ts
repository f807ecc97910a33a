import { MAX_CURRENCY_LENGTH } from "~/domain/shared/currency";
import type { DueWanted } from "~/domain/commissions/pay-all-due.server";
import { MAX_AT_ONCE } from "~/domain/commissions/commission";
import { recordId } from "~/domain/shared/fields";

/**
 * Returns which due commissions the URL of the payment dialog asks to pay: those of all affiliates or of the given
 * ones, in one currency. Returns null if it names nobody, so that a form without a choice pays nobody.
 */
export function payeesIn(params: URLSearchParams): DueWanted | null {
  const currency = params.get("tab") ?? "";
  if (currency === "" || currency.length > MAX_CURRENCY_LENGTH) return null;
  if (params.get("who") === "all") return { currency };
  const given = params.getAll("affiliate_id").slice(0, MAX_AT_ONCE);
  const ids = [...new Set(given)].filter((id) => recordId.safeParse(id).success);
  return ids.length > 0 ? { currency, affiliateIds: ids } : null;
}
