import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import type { AnyField } from "~/components/forms/field-meta";
import { MoneyField } from "~/components/forms/money-field";
import { Card } from "~/components/ui/card";
import { cn } from "~/components/ui/cn";
import { MAX_VAT_RATES, vatFields, type VatRate } from "~/domain/payouts/payer-settings";
import { toInputValue } from "~/domain/shared/read-amount";
import "~/components/payouts/payee-texts";

/** Empty rows after the entered ones. More appear once these are saved, also without JavaScript. */
const EMPTY_ROWS = 1;

/** Returns the values of the fields: days, and percentages as the reader writes numbers ("19", "5,5"). */
export function vatDefaults(rates: readonly VatRate[], locale: string): Record<string, string> {
  return Object.fromEntries(
    rates.flatMap(({ from, rateBp }, index) => {
      const [fromField, rateField] = vatFields(index + 1);
      const percent = rateBp % 100 === 0 ? String(rateBp / 100) : toInputValue(rateBp, "EUR", locale);
      return [
        [fromField, from],
        [rateField, percent],
      ];
    }),
  );
}

/** Returns the names of the fields in the summary of errors. */
export function useVatLabels(): Record<string, string> {
  const { t } = useTranslation("payouts");
  return Object.fromEntries(
    Array.from({ length: MAX_VAT_RATES }, (_, index) => index + 1).flatMap((row) => {
      const [fromField, rateField] = vatFields(row);
      return [
        [fromField, t("payer.vat_from_row", { row })],
        [rateField, t("payer.vat_rate_row", { row })],
      ];
    }),
  );
}

type VatSectionProps = { fields: Readonly<Record<string, AnyField>>; rates: readonly VatRate[] };

/** VAT rates, each with the day from which it holds (PAY-03). An emptied row is removed. */
export function VatSection({ fields, rates }: VatSectionProps) {
  const { t } = useTranslation("payouts");
  const rows = Math.min(rates.length + EMPTY_ROWS, MAX_VAT_RATES);
  return (
    <Card title={t("payer.vat")} description={t("payer.vat_text")}>
      <div className="grid gap-3 md:max-w-96">
        {Array.from({ length: rows }, (_, index) => {
          const [fromField, rateField] = vatFields(index + 1);
          return (
            // The first row names the columns of all.
            <fieldset key={fromField} className={cn("min-w-0", index > 0 && "[&_label]:sr-only")}>
              <legend className="sr-only">{t("payer.vat_row", { row: index + 1 })}</legend>
              <div className="grid grid-cols-[3fr_2fr] items-start gap-3">
                <DateField field={fields[fromField]!} label={t("payer.vat_from")} />
                <MoneyField field={fields[rateField]!} label={t("payer.vat_rate")} suffix="%" />
              </div>
            </fieldset>
          );
        })}
      </div>
    </Card>
  );
}
