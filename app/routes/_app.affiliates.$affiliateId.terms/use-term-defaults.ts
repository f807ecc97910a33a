import type { Day } from "~/domain/shared/dates";
import { toTyped } from "~/domain/shared/read-amount";
import type { TermView } from "~/domain/terms/list-terms.server";
import { modelOf, usualTermCurrency } from "~/domain/terms/term";
import { useNumberLocale } from "~/browser/use-format";
import { fieldsOf } from "./tier-rows";

/**
 * Returns the initial values of the form: the active terms, starting today at the earliest, or the defaults of AFF-07.
 * The defaults use the organization's currency if terms can have it.
 */
export function useTermDefaults(
  active: TermView | undefined,
  today: Day,
  defaultCurrency: string,
): Record<string, string> {
  const locale = useNumberLocale();
  const blank = { from: "", rate: "" };
  if (!active) {
    const currency = usualTermCurrency(defaultCurrency);
    const begin = { model: "rev_share", cadence: "ad-hoc", currency, start_date: today };
    return { ...begin, ...fieldsOf([{ from: "0", rate: "" }, blank]) };
  }
  const typed = (amount: number, code: string) => toTyped(amount, code, locale);
  // Basis points have two decimals, as cents do. Trailing zeros are removed.
  const percent = (basisPoints: number) => typed(basisPoints, "EUR").replace(/[.,]?0+$/, "");
  const { revShareBp, fixedAmount, currency, tiers } = active;
  const rows = tiers?.map(({ from, rateBp }) => ({
    from: from === 0 ? "0" : typed(from, currency),
    rate: percent(rateBp),
  }));
  return {
    model: modelOf(active),
    cadence: active.cadence,
    currency,
    start_date: active.startDate > today ? active.startDate : today,
    ...(revShareBp !== null && { rev_share_percent: percent(revShareBp) }),
    ...(fixedAmount !== null && { fixed_amount: typed(fixedAmount, currency) }),
    ...fieldsOf(rows ?? [{ from: "0", rate: "" }, blank]),
  };
}
