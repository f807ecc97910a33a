import { apiAccess } from "~/domain/shared/scope";
import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { CheckCardsField, RadioCardsField } from "~/components/forms/radio-cards-field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { keyLifetimes, type NewApiKey } from "~/domain/api-keys/api-key.schema";
import "./api-texts";

export type ApiKeyFieldsProps = { fields: { [F in keyof NewApiKey]-?: FieldMetadata<NewApiKey[F]> } };

/** Fields of a new API key: name, access, files of credit notes and expiry. */
export function ApiKeyFields({ fields }: ApiKeyFieldsProps) {
  const { t } = useTranslation("api");
  return (
    <>
      <TextField field={fields.name} label={t("name")} help={t("create.name_help")} autoComplete="off" />
      <RadioCardsField
        field={fields.access}
        label={t("access")}
        options={apiAccess.map((access) => ({
          value: access,
          label: t(`accesses.${access}`),
          description: t(`accesses.${access}_text`),
        }))}
      />
      <CheckCardsField
        field={fields.reads_documents}
        label={t("documents.label")}
        options={[{ value: "yes", label: t("documents.option"), description: t("documents.text") }]}
      />
      <SelectField
        field={fields.lifetime}
        label={t("lifetimes.label")}
        options={keyLifetimes.map((value) => ({ value, label: t(`lifetimes.${value}`) }))}
      />
    </>
  );
}
