import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { bySchema } from "~/components/forms/by-schema";
import { DateField } from "~/components/forms/date-field";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { VersionField } from "~/components/forms/version-field";
import { taxStatuses, type TaxStatus } from "~/domain/documents/tax-status";
import { payeeFields, payeeSchema } from "~/domain/payouts/payee.schema";
import type { PayeeView } from "~/domain/payouts/read-payee.server";
import { parseDay } from "~/domain/shared/dates";
import { toValues } from "~/domain/shared/field-list";
import type { CountryOption } from "~/server/country-options.server";
import { AddressFields, countryName, TaxNumberFields, useAddressLabels } from "./address-fields";
import { payeeIntents } from "./payee-intents";
import "~/components/payouts/payee-texts";

type PayeeFormProps = {
  payee: PayeeView;
  /** All countries, as the server names them. */
  countries: readonly CountryOption[];
  lastResult: FormReply | undefined;
  /** Result of VIES for the VAT id. */
  vatCheck: ReactNode;
};

/** Name, address, tax status and tax numbers of an affiliate (PAY-01). */
export function PayeeForm({ payee, countries, lastResult, vatCheck }: PayeeFormProps) {
  const { t } = useTranslation("payouts");
  const format = useFormat();
  const [last] = payee.taxStatuses;
  const [form, fields] = useForm({
    id: "payee",
    lastResult,
    defaultValue: {
      ...toValues(payeeFields, payee.record),
      tax_status: last?.status ?? "",
      tax_status_from: last?.beginsOn ?? "",
      version: payee.version,
    },
    ...bySchema(payeeSchema),
  });
  const statusOptions = taxStatuses.map((value) => ({ value, label: t(`payee.tax_statuses.${value}`) }));
  const labels = {
    ...useAddressLabels(),
    company: t("payee.company"),
    tax_status: t("payee.tax_status"),
    tax_status_from: t("payee.tax_status_from"),
  };
  const sayDay = (value: string | null) => {
    const day = value && parseDay(value);
    return day ? format.day(day) : value;
  };
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
      <input type="hidden" {...intent(payeeIntents, "save")} />
      <EditErrors
        form={form}
        labels={labels}
        lastResult={lastResult}
        say={{
          country: countryName(countries),
          tax_status: (value) => value && t(`payee.tax_statuses.${value as TaxStatus}`),
          tax_status_from: sayDay,
        }}
      />
      <VersionField field={fields.version} lastResult={lastResult} />
      <TextField
        field={fields.legal_name}
        label={labels.legal_name}
        help={t("payee.legal_name_help")}
        autoComplete="name"
      />
      <TextField field={fields.company} label={labels.company} autoComplete="organization" optional />
      <AddressFields fields={fields} countries={countries} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          field={fields.tax_status}
          label={labels.tax_status}
          options={statusOptions}
          placeholder={t("payee.country_none")}
        />
        <DateField
          field={fields.tax_status_from}
          label={labels.tax_status_from}
          help={t("payee.tax_status_from_help")}
          optional
        />
        <TaxNumberFields fields={fields} />
      </div>
      {vatCheck}
      {payee.taxStatuses.length > 1 && (
        <div>
          <p className="text-sm font-medium">{t("payee.tax_history")}</p>
          <ul className="text-muted">
            {payee.taxStatuses.map(({ status, beginsOn }) => (
              <li key={beginsOn}>
                {t("payee.since", { status: t(`payee.tax_statuses.${status}`), date: format.day(beginsOn) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FormActions>
        <SubmitButton>{t("payee.save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
