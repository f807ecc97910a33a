import { useTranslation } from "react-i18next";
import type { AnyField } from "~/components/forms/field-meta";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import type { AddressField } from "~/domain/payouts/payee.schema";
import type { CountryOption } from "~/server/country-options.server";
import "~/components/payouts/payee-texts";

type AddressFieldsProps = {
  fields: Record<"street" | "house_number" | "postal_code" | "town" | "country", AnyField>;
  countries: readonly CountryOption[];
};

/** Names of the fields that payer and payee share. */
export function useAddressLabels(): Record<AddressField, string> {
  const { t } = useTranslation("payouts");
  return {
    legal_name: t("payee.legal_name"),
    street: t("payee.street"),
    house_number: t("payee.house_number"),
    postal_code: t("payee.postal_code"),
    town: t("payee.town"),
    country: t("payee.country"),
    vat_id: t("payee.vat_id"),
    tax_number: t("payee.tax_number"),
  };
}

/** Returns a function that names a country by its two letters. */
export const countryName =
  (countries: readonly CountryOption[]) =>
  (code: string | null): string | null =>
    countries.find(({ value }) => value === code)?.label ?? code;

/** Street, town and country. */
export function AddressFields({ fields, countries }: AddressFieldsProps) {
  const { t } = useTranslation("payouts");
  const labels = useAddressLabels();
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

/** VAT id and tax number, in a grid of their form. */
export function TaxNumberFields({ fields }: { fields: Record<"vat_id" | "tax_number", AnyField> }) {
  const { t } = useTranslation("payouts");
  const labels = useAddressLabels();
  return (
    <>
      <TextField
        field={fields.vat_id}
        label={labels.vat_id}
        help={t("payee.vat_id_help")}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        optional
      />
      <TextField field={fields.tax_number} label={labels.tax_number} autoComplete="off" spellCheck={false} optional />
    </>
  );
}
