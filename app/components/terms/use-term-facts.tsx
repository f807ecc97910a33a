import { useTranslation } from "react-i18next";
import { TierList, type TierListProps } from "~/components/deals/tier-list";
import type { Description } from "~/components/ui/description-list";
import type { TermView } from "~/domain/terms/list-terms.server";
import { dueText } from "~/i18n/notice-words";
import { modelOf } from "~/domain/terms/term";
import { useFormat } from "~/browser/use-format";

/** Returns the figures of terms as rows; with this year's volume the tiers show which one is reached. */
export function useTermFacts() {
  const { t } = useTranslation(["affiliates", "terms"]);
  const format = useFormat();
  return (term: TermView, won: TierListProps["won"]): Description[] => {
    const { revShareBp, fixedAmount, tiers, currency } = term;
    return [
      { label: t("terms.model"), value: t(`terms:model.${modelOf(term)}`) },
      ...(revShareBp === null ? [] : [{ label: t("terms.rev_share_percent"), value: format.percent(revShareBp) }]),
      ...(fixedAmount === null
        ? []
        : [{ label: t("terms.fixed_amount"), value: format.money({ amount: fixedAmount, currency }) }]),
      ...(tiers
        ? [{ label: t("terms:tiers.label"), value: <TierList tiers={tiers} currency={currency} won={won} /> }]
        : []),
      { label: t("terms.cadence"), value: t(`terms:cadence.${term.cadence}`) },
      { label: t("terms.due_when"), value: dueText(t, term) },
      { label: t("terms.currency"), value: currency },
      { label: t("terms.start_date"), value: format.day(term.startDate) },
    ];
  };
}
