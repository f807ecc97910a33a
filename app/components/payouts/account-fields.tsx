import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { TextField } from "~/components/forms/text-field";
import "~/components/payouts/payee-texts";

/** Returns the labels of the fields of an account, for their errors. */
export function useAccountLabels() {
  const { t } = useTranslation("payouts");
  return { holder: t("payee.holder"), iban: t("payee.iban"), bic: t("payee.bic") };
}

type AccountFieldsProps = { fields: { iban: FieldMetadata<string>; bic: FieldMetadata<string | null> } };

/** The fields for IBAN and BIC. */
export function AccountFields({ fields }: AccountFieldsProps) {
  const { t } = useTranslation("payouts");
  const labels = useAccountLabels();
  const typed = { autoComplete: "off", autoCapitalize: "characters", spellCheck: false };
  return (
    <>
      <TextField field={fields.iban} label={labels.iban} required {...typed} />
      <TextField field={fields.bic} label={labels.bic} help={t("payee.bic_help")} optional {...typed} />
    </>
  );
}
