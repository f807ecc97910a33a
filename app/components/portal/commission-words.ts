import type { TFunction } from "i18next";
import type { CommissionTrace } from "~/domain/terms/pricing";
import type { Day } from "~/domain/shared/dates";
import type { Money } from "~/domain/shared/money";

/** Formatters of amounts, percentages and days. */
export interface CommissionFormat {
  money: (money: Money) => string;
  percent: (basisPoints: number) => string;
  day: (day: Day) => string;
}

/**
 * Describes a commission in one sentence, with what was agreed and when (COM-07). `months` is the duration of a
 * recurring deal.
 */
export function commissionWords(
  t: TFunction,
  format: CommissionFormat,
  trace: CommissionTrace,
  months: number | null,
): string {
  const { rule, per, terms, tiered } = trace;
  const result = format.money(trace.result);
  if (rule === "unknown") return t("terms:commission.unknown", { result });
  if (rule === "none" || !terms) return t("portal:commission.words.none");
  const kind = tiered ? "tiered" : rule === "fixed" ? "fixed" : "percentage";
  return t(`portal:commission.words.${kind}_${per}`, {
    count: months ?? 1,
    percent: format.percent(trace.revShareBp ?? 0),
    base: format.money(trace.base),
    from: tiered ? format.money({ amount: tiered.tier.from, currency: tiered.currency }) : "",
    date: format.day(terms.startDate),
    result,
  });
}
