import { useTranslation } from "react-i18next";
import type { Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

/**
 * Says what a deal that has ended was worth until then, which is what sums count; null where nothing of its amount is
 * lost.
 */
export function useUntilEnd() {
  const { t } = useTranslation("leads");
  const format = useFormat();
  return ({ amount, ended }: { amount: Money; ended: { worth: Money } | null }): string | null =>
    ended && ended.worth.amount < amount.amount ? t("ended.until", { amount: format.money(ended.worth) }) : null;
}
