import { useTranslation } from "react-i18next";
import { wasRounded, type CommissionTrace, type TierTrace } from "~/domain/terms/pricing";
import { useFormat } from "~/browser/use-format";

/**
 * Explains a commission: "10 % of €1,200.00 = €120.00, terms of Feb 3, 2026 (version 2)". A line each for the tier and
 * the rounding follows, if there are any. Used inside a paragraph.
 */
export function CommissionExplanation({ trace }: { trace: CommissionTrace }) {
  const { t } = useTranslation("terms");
  const format = useFormat();
  const result = format.money(trace.result);
  if (trace.rule === "unknown") return <>{t("commission.unknown", { result })}</>;
  if (trace.rule === "none" || !trace.terms) return <>{t("commission.none", { result })}</>;
  const rule = trace.rule === "fixed" ? "fixed" : "percentage";
  return (
    <>
      <span className="block">
        {t(`commission.${rule}_${trace.per}`, {
          percent: format.percent(trace.revShareBp ?? 0),
          base: format.money(trace.base),
          date: format.day(trace.terms.startDate),
          version: trace.terms.version,
          result,
        })}
      </span>
      {trace.tiered && <ReachedTier tiered={trace.tiered} dealCurrency={trace.base.currency} />}
      {trace.outweighedBp !== undefined && (
        <span className="block">{t("commission.outweighed", { percent: format.percent(trace.outweighedBp) })}</span>
      )}
      {wasRounded(trace) && <span className="block">{t("commission.rounded")}</span>}
    </>
  );
}

/** The tier that applies, the year's volume including this deal, and where the next tier begins. */
function ReachedTier({ tiered, dealCurrency }: { tiered: TierTrace; dealCurrency: string }) {
  const { t } = useTranslation("terms");
  const format = useFormat();
  const { currency, year, tier, next } = tiered;
  const money = (amount: number) => format.money({ amount, currency });
  const reached = money(tiered.reached);
  return (
    <span className="block">
      {t("commission.tier", { from: money(tier.from), percent: format.percent(tier.rateBp) })}{" "}
      {dealCurrency !== currency
        ? t("commission.volume_foreign", { year, reached, currency: dealCurrency })
        : next
          ? t("commission.volume", {
              year,
              reached,
              from: money(next.from),
              percent: format.percent(next.rateBp),
            })
          : t("commission.volume_top", { year, reached })}
    </span>
  );
}
