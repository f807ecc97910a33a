import { useTranslation } from "react-i18next";
import type { Day } from "~/domain/shared/dates";
import { toDecimal } from "~/domain/shared/money";
import type { TermView } from "~/domain/terms/list-terms.server";
import { modelOf } from "~/domain/terms/term.schema";
import { fieldsOf } from "./tier-rows";

/** What the form begins with: the terms in force, starting today at the earliest, or the defaults of AFF-07. */
export function useTermDefaults(active: TermView | undefined, today: Day): Record<string, string> {
  const { i18n } = useTranslation();
  const blank = { from: "", rate: "" };
  if (!active) {
    const begin = { model: "rev_share", cadence: "ad-hoc", currency: "EUR", start_date: today };
    return { ...begin, ...fieldsOf([{ from: "0", rate: "" }, blank]) };
  }
  const [, separator] = new Intl.NumberFormat(i18n.language).formatToParts(1.5);
  const typed = (decimal: string) => decimal.replace(".", separator?.value ?? ".");
  // Basis points have two decimals, as cents do; a percentage is offered without idle zeros.
  const percent = (basisPoints: number) => typed(toDecimal(basisPoints, "EUR").replace(/\.?0+$/, ""));
  const { revShareBp, fixedAmount, currency, tiers } = active;
  const rows = tiers?.map(({ from, rateBp }) => ({
    from: from === 0 ? "0" : typed(toDecimal(from, currency)),
    rate: percent(rateBp),
  }));
  return {
    model: modelOf(active),
    cadence: active.cadence,
    currency,
    start_date: active.startDate > today ? active.startDate : today,
    ...(revShareBp !== null && { rev_share_percent: percent(revShareBp) }),
    ...(fixedAmount !== null && { fixed_amount: typed(toDecimal(fixedAmount, currency)) }),
    ...fieldsOf(rows ?? [{ from: "0", rate: "" }, blank]),
  };
}
