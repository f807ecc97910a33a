import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Children, useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { SearchSelectField } from "~/components/forms/search-select-field";
import { VersionField } from "~/components/forms/version-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { Card } from "~/components/ui/card";
import { commonCurrencies } from "~/domain/shared/currency";
import {
  editOrganizationSchema,
  organizationFields,
  type OrganizationField,
  type OrganizationSettings,
} from "~/domain/organizations/organization.schema";
import { toValues } from "~/domain/shared/field-list";
import { termCurrencies } from "~/domain/terms/term";
import type { FormReply } from "~/browser/form-reply";
import { settingsIntents } from "./intents";
import { intent } from "~/browser/intents";

export type OrganizationFormProps = {
  organization: OrganizationSettings;
  version: string;
  timeZones: string[];
  lastResult: FormReply | undefined;
};

/** Returns a name such as America/New_York as people say it. */
const spoken = (zone: string) => zone.replaceAll("_", " ");

/** Name, time zone and default currency (ORG-06), for the owner. */
export function OrganizationForm({ organization, version, timeZones, lastResult }: OrganizationFormProps) {
  const { t, i18n } = useTranslation(["settings", "common"]);
  const list = useId();
  const currencies = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(termCurrencies);
  const [form, fields] = useForm({
    id: "organization-form",
    lastResult,
    defaultValue: {
      ...toValues(organizationFields, organization),
      version,
    },
    ...bySchema(editOrganizationSchema),
  });
  const labels: Record<OrganizationField, string> = {
    organization_name: t("organization.name"),
    time_zone: t("organization.time_zone"),
    default_currency: t("organization.currency"),
  };
  // In the order of the form.
  const controls: Record<OrganizationField, ReactNode> = {
    organization_name: (
      <TextField field={fields.organization_name} label={labels.organization_name} autoComplete="organization" />
    ),
    time_zone: (
      <SearchSelectField
        field={fields.time_zone}
        label={labels.time_zone}
        help={t("organization.time_zone_help")}
        find={t("organization.find_zone")}
        none={t("organization.no_zone")}
        options={timeZones.map((zone) => ({ value: zone, label: spoken(zone) }))}
      />
    ),
    default_currency: (
      <>
        <TextField
          field={fields.default_currency}
          label={labels.default_currency}
          help={t("organization.currency_help", { currencies })}
          list={list}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          className="md:max-w-80"
        />
        <datalist id={list}>
          {commonCurrencies.map((code) => (
            <option key={code} value={code} />
          ))}
        </datalist>
      </>
    ),
  };
  return (
    <Card title={t("organization.title")} description={t("organization.text")}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
        <input type="hidden" {...intent(settingsIntents, "save")} />
        <EditErrors
          form={form}
          labels={labels}
          lastResult={lastResult}
          say={{ time_zone: (zone) => zone && spoken(zone) }}
        />
        <VersionField field={fields.version} lastResult={lastResult} />
        {Children.toArray(Object.values(controls))}
        <FormActions>
          <SubmitButton pendingLabel={t("common:saving")}>{t("organization.save")}</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  );
}
