import type { Day } from "~/domain/shared/dates";
import { toTyped } from "~/domain/shared/read-amount";
import type { TermView } from "~/domain/terms/list-terms.server";
import { modelOf } from "~/domain/terms/term.schema";
import { useNumberLocale } from "~/web/use-format";
import { fieldsOf } from "./tier-rows";

/** What the form begins with: the terms in force, starting today at the earliest, or the defaults of AFF-07. */
export function useTermDefaults(active: TermView | undefined, today: Day): Record<string, string> {
  const locale = useNumberLocale();
  const blank = { from: "", rate: "" };
  if (!active) {
    const begin = { model: "rev_share", cadence: "ad-hoc", currency: "EUR", start_date: today };
    return { ...begin, ...fieldsOf([{ from: "0", rate: "" }, blank]) };
  }
  const typed = (amount: number, code: string) => toTyped(amount, code, locale);
  // Basis points have two decimals, as cents do; a percentage is offered without idle zeros.
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
