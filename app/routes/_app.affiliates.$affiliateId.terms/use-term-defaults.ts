import { useTranslation } from "react-i18next";
import type { Day } from "~/domain/shared/dates";
import { toDecimal } from "~/domain/shared/money";
import type { TermView } from "~/domain/terms/list-terms.server";
import { modelOf } from "./term-model";

/** What the form begins with: the terms in force, starting today at the earliest, or the defaults of AFF-07. */
export function useTermDefaults(active: TermView | undefined, today: Day) {
  const { i18n } = useTranslation();
  if (!active) return { model: "rev_share", cadence: "ad-hoc", currency: "EUR", start_date: today };
  const [, separator] = new Intl.NumberFormat(i18n.language).formatToParts(1.5);
  const typed = (decimal: string) => decimal.replace(".", separator?.value ?? ".");
  const { revShareBp, fixedAmount, currency } = active;
  return {
    model: modelOf(active),
    cadence: active.cadence,
    currency,
    start_date: active.startDate > today ? active.startDate : today,
    // Basis points have two decimals, as cents do; a percentage is offered without idle zeros.
    ...(revShareBp !== null && {
      rev_share_percent: typed(toDecimal(revShareBp, "EUR").replace(/\.?0+$/, "")),
    }),
    ...(fixedAmount !== null && { fixed_amount: typed(toDecimal(fixedAmount, currency)) }),
  };
}
