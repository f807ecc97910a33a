import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { useNumberLocale } from "~/browser/use-format";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { VersionField } from "~/components/forms/version-field";
import { AddressFields, countryName, TaxNumberFields, useAddressLabels } from "~/components/payouts/address-fields";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { payoutCadences, type PayoutCadence } from "~/domain/payouts/payer";
import { payerSchema } from "~/domain/payouts/payer.schema";
import type { Payer } from "~/domain/payouts/payer.server";
import { addressFields } from "~/domain/payouts/payee.schema";
import { toValues } from "~/domain/shared/field-list";
import { toInputValue } from "~/domain/shared/read-amount";
import type { CountryOption } from "~/server/country-options.server";

type PayerFormProps = {
  payer: Payer;
  currency: string;
  version: string;
  countries: readonly CountryOption[];
  lastResult: FormReply | undefined;
};

/** Who pays, and in which rhythm (PAY-03). */
export function PayerForm({ payer, currency, version, countries, lastResult }: PayerFormProps) {
  const { t } = useTranslation(["payouts", "common"]);
  const locale = useNumberLocale();
  const { record, cadence, payDay, minimumAmount } = payer;
  const [form, fields] = useForm({
    id: "payer",
    lastResult,
    defaultValue: {
      ...toValues(addressFields, record),
      cadence: cadence ?? "",
      pay_day: payDay === null ? "" : String(payDay),
      minimum_amount: minimumAmount === 0 ? "" : toInputValue(minimumAmount, currency, locale),
      version,
    },
    ...bySchema(payerSchema(currency, locale)),
  });
  const cadenceOptions = payoutCadences.map((value) => ({ value, label: t(`payer.cadences.${value}`) }));
  const labels = {
    ...useAddressLabels(),
    cadence: t("payer.cadence"),
    pay_day: t("payer.pay_day"),
    minimum_amount: t("payer.minimum"),
  };
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-6">
      <EditErrors
        form={form}
        labels={labels}
        lastResult={lastResult}
        say={{
          country: countryName(countries),
          cadence: (value) => value && t(`payer.cadences.${value as PayoutCadence}`),
        }}
      />
      <VersionField field={fields.version} lastResult={lastResult} />
      <Card title={t("payer.title")} description={t("payer.text")}>
        <div className="grid gap-4">
          <TextField field={fields.legal_name} label={labels.legal_name} help={t("payee.legal_name_help")} />
          <AddressFields fields={fields} countries={countries} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TaxNumberFields fields={fields} />
          </div>
        </div>
      </Card>
      <Card title={t("payer.rhythm")} description={t("payer.rhythm_text")}>
        <div className="grid gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <SelectField
              field={fields.cadence}
              label={labels.cadence}
              options={cadenceOptions}
              placeholder={t("payee.country_none")}
            />
            <TextField
              field={fields.pay_day}
              label={labels.pay_day}
              help={t("payer.pay_day_help")}
              inputMode="numeric"
              autoComplete="off"
              optional
            />
            <MoneyField
              field={fields.minimum_amount}
              label={labels.minimum_amount}
              suffix={currency}
              help={t("payer.minimum_help")}
              optional
            />
          </div>
          <Alert>{t("payer.law")}</Alert>
        </div>
      </Card>
      <FormActions>
        <SubmitButton pendingLabel={t("common:saving")}>{t("payer.save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
