import { useTranslation } from "react-i18next";
import type { AnyField } from "~/components/forms/field-meta";
import { TextField } from "~/components/forms/text-field";
import { Card } from "~/components/ui/card";
import { formatNumber, patternProblem } from "~/domain/payouts/payer-settings";

type NumbersSectionProps = {
  field: AnyField;
  label: string;
  /** The calendar year, for the example. */
  year: number;
  /** The pattern of an empty field. */
  usual: string;
};

/** How documents are numbered (PAY-03). The example follows what is typed. */
export function NumbersSection({ field, label, year, usual }: NumbersSectionProps) {
  const { t } = useTranslation("payouts");
  const typed = typeof field.value === "string" ? field.value.trim() : "";
  const pattern = typed || usual;
  const example = patternProblem(pattern) ? null : formatNumber(pattern, { year, affiliate: "12", number: 7 });
  return (
    <Card title={t("payer.numbers")} description={t("payer.numbers_text")}>
      <div className="grid gap-2">
        <TextField
          field={field}
          label={label}
          help={t("payer.numbers_help")}
          autoComplete="off"
          spellCheck={false}
          className="md:max-w-96"
        />
        {example && <p className="text-muted">{t("payer.numbers_example", { example })}</p>}
      </div>
    </Card>
  );
}
