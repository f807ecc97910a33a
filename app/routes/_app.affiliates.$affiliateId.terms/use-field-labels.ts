import { useTranslation } from "react-i18next";
import type { TermField } from "~/domain/terms/term";
import { MOST_TIERS, tierFields } from "~/domain/terms/tiers";

/** Returns the labels of the form's fields, including the rows of tiers. */
export function useFieldLabels(): Readonly<Record<TermField, string> & Record<string, string>> {
  const { t } = useTranslation(["affiliates", "terms"]);
  const rows = Array.from({ length: MOST_TIERS }, (_, index) => index + 1).flatMap((row) => {
    const [from, rate] = tierFields(row);
    return [
      [from, t("terms:tiers.from_row", { row })],
      [rate, t("terms:tiers.rate_row", { row })],
    ] as const;
  });
  const named: Record<TermField, string> = {
    model: t("terms.model"),
    rev_share_percent: t("terms.rev_share_percent"),
    fixed_amount: t("terms.fixed_amount"),
    tiers: t("terms:tiers.label"),
    currency: t("terms.currency"),
    cadence: t("terms.cadence"),
    start_date: t("terms.start_date"),
  };
  return { ...Object.fromEntries(rows), ...named };
}
