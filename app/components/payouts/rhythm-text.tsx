import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import type { PayoutRhythm } from "~/domain/payouts/payer";
import "~/components/payouts/payee-texts";

type RhythmTextProps = {
  organization: string;
  /** Null if the organization has not entered when it pays. */
  rhythm: PayoutRhythm | null;
  /** The organization's currency. */
  currency: string;
};

/** When an organization pays, as affiliates see it; nothing if it has not entered that (PAY-03). */
export function RhythmText({ organization, rhythm, currency }: RhythmTextProps) {
  const { t } = useTranslation("payouts");
  const format = useFormat();
  if (!rhythm) return null;
  const cadence = t(`payer.own_cadences.${rhythm.cadence}`);
  return (
    <p>
      {rhythm.payDay === null || rhythm.cadence === "on_demand"
        ? t("payer.own", { organization, cadence })
        : t("payer.own_day", { organization, cadence, day: rhythm.payDay })}{" "}
      {rhythm.minimumAmount > 0 &&
        t("payer.own_minimum", { amount: format.money({ amount: rhythm.minimumAmount, currency }) })}
    </p>
  );
}
