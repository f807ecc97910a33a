import { useTranslation } from "react-i18next";
import type { AnyField } from "~/components/forms/field-meta";
import { TextField } from "~/components/forms/text-field";
import { Card } from "~/components/ui/card";
import {
  formatNumber,
  numberSeries,
  patternField,
  patternProblem,
  usualPatterns,
  type NumberSeries,
} from "~/domain/payouts/payer-settings";
import "~/components/payouts/payee-texts";

type NumbersSectionProps = {
  fields: Readonly<Record<string, AnyField>>;
  labels: Readonly<Record<string, string>>;
  /** The calendar year, for the examples. */
  year: number;
};

/** How documents are numbered (PAY-03). The examples follow what is typed. */
export function NumbersSection({ fields, labels, year }: NumbersSectionProps) {
  const { t } = useTranslation("payouts");
  const exampleOf = (series: NumberSeries) => {
    const { value } = fields[patternField(series)]!;
    const pattern = (typeof value === "string" && value.trim()) || usualPatterns[series];
    return patternProblem(pattern) ? null : formatNumber(pattern, { year, affiliate: "12", number: 7 });
  };
  return (
    <Card title={t("payer.numbers")} description={`${t("payer.numbers_text")} ${t("payer.numbers_help")}`}>
      <div className="grid items-start gap-4 md:grid-cols-3">
        {numberSeries.map((series) => {
          const example = exampleOf(series);
          const name = patternField(series);
          return (
            <div key={series} className="grid gap-2">
              <TextField field={fields[name]!} label={labels[name]!} autoComplete="off" spellCheck={false} />
              {example && <p className="text-muted">{t("payer.numbers_example", { example })}</p>}
            </div>
          );
        })}
      </div>
    </Card>
  );
}
