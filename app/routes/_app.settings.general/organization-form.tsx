import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { SearchSelectField, spoken } from "~/components/forms/search-select-field";
import { SeenField } from "~/components/forms/seen-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { Card } from "~/components/ui/card";
import { commonCurrencies } from "~/domain/shared/currency";
import {
  editOrganizationSchema,
  type OrganizationSettings,
} from "~/domain/organizations/organization.schema";
import type { FormReply } from "~/web/submit.server";

export type OrganizationFormProps = {
  organization: OrganizationSettings;
  seen: string;
  timeZones: string[];
  lastResult: FormReply | undefined;
};

/** Name, time zone and default currency (ORG-06), for the owner. */
export function OrganizationForm({ organization, seen, timeZones, lastResult }: OrganizationFormProps) {
  const { t } = useTranslation(["settings", "common"]);
  const currencies = useId();
  const [form, fields] = useForm({
    id: "organization-form",
    lastResult,
    constraint: getZodConstraint(editOrganizationSchema.in),
    defaultValue: {
      organization_name: organization.name,
      time_zone: organization.timeZone,
      default_currency: organization.defaultCurrency,
      seen,
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: editOrganizationSchema }),
    shouldRevalidate: "onInput",
  });
  return (
    <Card title={t("organization.title")} description={t("organization.text")}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
        <EditErrors
          {...{ form, lastResult }}
          labels={{
            organization_name: t("organization.name"),
            time_zone: t("organization.time_zone"),
            default_currency: t("organization.currency"),
          }}
          say={{ time_zone: (zone) => zone && spoken(zone) }}
        />
        <SeenField field={fields.seen} lastResult={lastResult} />
        <TextField
          field={fields.organization_name}
          label={t("organization.name")}
          autoComplete="organization"
        />
        <SearchSelectField
          field={fields.time_zone}
          label={t("organization.time_zone")}
          help={t("organization.time_zone_help")}
          find={t("organization.find_zone")}
          none={t("organization.no_zone")}
          options={timeZones}
        />
        <TextField
          field={fields.default_currency}
          label={t("organization.currency")}
          help={t("organization.currency_help")}
          list={currencies}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          className="md:max-w-80"
        />
        <datalist id={currencies}>
          {commonCurrencies.map((code) => (
            <option key={code} value={code} />
          ))}
        </datalist>
        <FormActions>
          <SubmitButton pendingLabel={t("common:saving")}>{t("organization.save")}</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  );
}
