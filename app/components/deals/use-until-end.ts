import { useTranslation } from "react-i18next";
import type { Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

/**
 * Returns the text for the amount of an ended deal until its end, which sums count; null if nothing of its amount is
 * lost.
 */
export function useUntilEnd() {
  const { t } = useTranslation("leads");
  const format = useFormat();
  return ({ amount, ended }: { amount: Money; ended: { worth: Money } | null }): string | null =>
    ended && ended.worth.amount < amount.amount ? t("ended.until", { amount: format.money(ended.worth) }) : null;
}
