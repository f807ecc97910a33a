import type { TFunction } from "i18next";
import type { Day } from "~/domain/shared/dates";
import type { Money } from "~/domain/shared/money";
import { wasRounded, type CommissionTrace, type TierTrace } from "~/domain/terms/pricing";

/** Formatters of amounts, percentages and days. */
export interface ExplanationFormat {
  money(money: Money): string;
  percent(basisPoints: number): string;
  day(day: Day): string;
}

/**
 * Explains a commission (COM-07): "10 % of €1,200.00 = €120.00, terms of Feb 3, 2026 (version 2)". Sentences for the
 * tier, a percentage that does not count and the rounding follow, if there are any. `t` must have loaded the namespace
 * `terms`.
 */
export function explanationLines(t: TFunction, format: ExplanationFormat, trace: CommissionTrace): string[] {
  const result = format.money(trace.result);
  if (trace.rule === "unknown") return [t("terms:commission.unknown", { result })];
  if (trace.rule === "none" || !trace.terms) return [t("terms:commission.none", { result })];
  const rule = trace.rule === "fixed" ? "fixed" : "percentage";
  const lines = [
    t(`terms:commission.${rule}_${trace.per}`, {
      percent: format.percent(trace.revShareBp ?? 0),
      base: format.money(trace.base),
      date: format.day(trace.terms.startDate),
      version: trace.terms.version,
      result,
    }),
  ];
  if (trace.tiered) lines.push(tierSentences(t, format, trace.tiered, trace.base.currency));
  if (trace.outweighedBp !== undefined)
    lines.push(t("terms:commission.outweighed", { percent: format.percent(trace.outweighedBp) }));
  if (wasRounded(trace)) lines.push(t("terms:commission.rounded"));
  return lines;
}

/** Returns the tier that applies, the year's volume including this deal, and where the next tier begins. */
function tierSentences(t: TFunction, format: ExplanationFormat, tiered: TierTrace, dealCurrency: string): string {
  const { currency, year, tier, next } = tiered;
  const money = (amount: number) => format.money({ amount, currency });
  const reached = money(tiered.reached);
  const applies = t("terms:commission.tier", { from: money(tier.from), percent: format.percent(tier.rateBp) });
  const volume =
    dealCurrency !== currency
      ? t("terms:commission.volume_foreign", { year, reached, currency: dealCurrency })
      : next
        ? t("terms:commission.volume", {
            year,
            reached,
            from: money(next.from),
            percent: format.percent(next.rateBp),
          })
        : t("terms:commission.volume_top", { year, reached });
  return `${applies} ${volume}`;
}
