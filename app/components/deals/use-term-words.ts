import { useTranslation } from "react-i18next";
import type { PricingTerms } from "~/domain/terms/pricing";
import { modelOf } from "~/domain/terms/term";
import { useFormat } from "~/browser/use-format";

type Words = Pick<PricingTerms, "revShareBp" | "fixedAmount" | "tiers" | "currency">;

/** Describes terms for staff: a short form with the amounts, and a sentence about what they mean for a deal. */
export function useTermWords() {
  const { t } = useTranslation("terms");
  const format = useFormat();
  return (term: Words) => {
    const amounts = amountsOf(term, format);
    const { percent, fixed, lowest, highest } = amounts;
    const tiers = term.tiers?.map(({ from, rateBp }) =>
      t("tier", {
        from: format.money({ amount: from, currency: term.currency }),
        percent: format.percent(rateBp),
      }),
    );
    return {
      ...amounts,
      short: tiers?.join(" · ") ?? [fixed, percent].filter(Boolean).join(", "),
      sentence: t(`sentence.${amounts.model}`, { percent, fixed, lowest, highest }),
    };
  };
}

/**
 * Returns the amounts of terms as text, and the model used to describe them. A single tier is described as a revenue
 * share.
 */
export function amountsOf(term: Words, format: ReturnType<typeof useFormat>) {
  const rates = term.tiers?.map((tier) => tier.rateBp) ?? [];
  const lowest = Math.min(...rates);
  const highest = Math.max(...rates);
  const single = rates.length > 0 && lowest === highest ? lowest : null;
  const share = term.revShareBp ?? single;
  return {
    model: single === null ? modelOf(term) : ("rev_share" as const),
    percent: share === null ? null : format.percent(share),
    fixed: term.fixedAmount === null ? null : format.money({ amount: term.fixedAmount, currency: term.currency }),
    lowest: rates.length > 0 ? format.percent(lowest) : null,
    highest: rates.length > 0 ? format.percent(highest) : null,
  };
}
