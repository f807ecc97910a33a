import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import type { AnyField } from "~/components/forms/field-meta";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { ownName, type OwnField } from "~/domain/fields/own-field";
import type { OwnData, OwnValue } from "~/domain/fields/own-value";
import "./field-texts";

export type OwnFieldsProps = {
  own: OwnData;
  /** The fields of the form, which has those of `own` too. */
  fields: Readonly<Record<string, AnyField | undefined>>;
  /** The portal does not say that affiliates see a field. */
  reader?: "staff" | "affiliate";
};

/** The controls of the organization's own fields, in their order. Nothing without fields. */
export function OwnFields({ own, fields, reader = "staff" }: OwnFieldsProps) {
  const { t } = useTranslation("fields");
  if (own.fields.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 items-start gap-4 md:grid-cols-2">
      <legend className="mb-3 font-semibold">{t("section")}</legend>
      {own.fields.map((one) => {
        const field = fields[ownName(one.key)];
        if (!field) return null;
        const help = reader === "staff" && one.audience === "affiliate" ? t("seen") : undefined;
        return <OwnControl key={one.key} of={one} field={field} value={own.values[one.key] ?? null} help={help} />;
      })}
    </fieldset>
  );
}

type OwnControlProps = { of: OwnField; field: AnyField; value: OwnValue | null; help: string | undefined };

function OwnControl({ of, field, value, help }: OwnControlProps) {
  const { t } = useTranslation("fields");
  const shared = {
    field,
    label: of.label,
    required: of.isRequired,
    optional: !of.isRequired,
    ...(help !== undefined && { help }),
  };
  switch (of.kind) {
    case "text":
      return <TextField {...shared} autoComplete="off" />;
    case "number":
      return <TextField {...shared} inputMode="decimal" autoComplete="off" />;
    case "amount":
      return <MoneyField {...shared} suffix={of.currency ?? ""} />;
    case "day":
      return <DateField {...shared} />;
    case "choice": {
      const chosen = typeof value === "object" && value && "option" in value ? value.option : null;
      // A removed choice stays as long as nobody chooses another one.
      const shown = of.options.filter(({ key, removed }) => !removed || key === chosen);
      const options = shown.map(({ key, label }) => ({ value: key, label }));
      return <SelectField {...shared} placeholder={t("choose")} options={options} />;
    }
    case "yes_no":
      return (
        <SelectField
          {...shared}
          placeholder={t("choose")}
          options={[
            { value: "yes", label: t("yes") },
            { value: "no", label: t("no") },
          ]}
        />
      );
  }
}
