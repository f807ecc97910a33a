import { useTranslation } from "react-i18next";
import type { AnyField } from "~/components/forms/field-meta";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import type { CountryOption } from "~/server/country-options.server";

type AddressName = "street" | "house_number" | "postal_code" | "town" | "country";

type AddressFieldsProps = {
  fields: Record<AddressName, AnyField>;
  labels: Record<AddressName, string>;
  countries: readonly CountryOption[];
};

/** Street, town and country, of whoever pays or is paid. */
export function AddressFields({ fields, labels, countries }: AddressFieldsProps) {
  const { t } = useTranslation("payouts");
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[2fr_1fr]">
        <TextField field={fields.street} label={labels.street} autoComplete="address-line1" />
        <TextField field={fields.house_number} label={labels.house_number} optional />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_2fr]">
        <TextField field={fields.postal_code} label={labels.postal_code} autoComplete="postal-code" />
        <TextField field={fields.town} label={labels.town} autoComplete="address-level2" />
      </div>
      <SelectField
        field={fields.country}
        label={labels.country}
        options={countries}
        placeholder={t("payee.country_none")}
      />
    </>
  );
}
