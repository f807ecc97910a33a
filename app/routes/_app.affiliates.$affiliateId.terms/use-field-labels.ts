import { useTranslation } from "react-i18next";
import { MOST_TIERS, tierFields } from "~/domain/terms/tiers";

const named = ["model", "rev_share_percent", "fixed_amount", "currency", "cadence", "start_date"] as const;

/** The names of the form's fields, the rows of tiers included. */
export function useFieldLabels(): Readonly<Record<string, string>> {
  const { t } = useTranslation(["affiliates", "terms"]);
  const rows = Array.from({ length: MOST_TIERS }, (_, index) => index + 1).flatMap((row) => {
    const [from, rate] = tierFields(row);
    return [
      [from, t("terms:tiers.from_row", { row })],
      [rate, t("terms:tiers.rate_row", { row })],
    ] as const;
  });
  return Object.fromEntries([...named.map((name) => [name, t(`terms.${name}`)] as const), ...rows]);
}
