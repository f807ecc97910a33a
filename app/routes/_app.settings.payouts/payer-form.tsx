import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { useFormat, useNumberLocale } from "~/browser/use-format";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import type { AnyField } from "~/components/forms/field-meta";
import { FormActions } from "~/components/forms/form-actions";
import { MoneyField } from "~/components/forms/money-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { VersionField } from "~/components/forms/version-field";
import { AddressFields, countryName, TaxNumberFields, useAddressLabels } from "~/components/payouts/address-fields";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { payoutCadences, type PayoutCadence } from "~/domain/payouts/payer";
import { patternFields, ratesFromText } from "~/domain/payouts/payer-settings";
import { bookings, payerSchema, type Booking } from "~/domain/payouts/payer.schema";
import type { Payer } from "~/domain/payouts/payer.server";
import { addressFields } from "~/domain/payouts/payee.schema";
import { toValues } from "~/domain/shared/field-list";
import { toInputValue } from "~/domain/shared/read-amount";
import type { CountryOption } from "~/server/country-options.server";
import { payerIntents } from "./intents";
import { NumbersSection } from "./numbers-section";
import { useVatLabels, vatDefaults, VatSection } from "./vat-section";
import "~/components/payouts/payee-texts";

type PayerFormProps = {
  payer: Payer;
  currency: string;
  version: string;
  /** The calendar year, for the example of a number. */
  year: number;
  countries: readonly CountryOption[];
  lastResult: FormReply | undefined;
  /** The account, which has a form of its own. */
  account: ReactNode;
};

/** Who pays, in which rhythm, and how documents are numbered and taxed (PAY-03). */
export function PayerForm({ payer, currency, version, year, countries, lastResult, account }: PayerFormProps) {
  const { t } = useTranslation(["payouts", "common"]);
  const format = useFormat();
  const locale = useNumberLocale();
  const { record, cadence, payDay, minimumAmount } = payer;
  const [form, fieldset] = useForm({
    id: "payer",
    lastResult,
    defaultValue: {
      ...toValues(addressFields, record),
      cadence: cadence ?? "",
      pay_day: payDay === null ? "" : String(payDay),
      minimum_amount: minimumAmount === 0 ? "" : toInputValue(minimumAmount, currency, locale),
      ...patternFields((series) => payer.numbers[series]),
      booking: payer.batchBooking ? "one" : "each",
      ...vatDefaults(payer.vatRates, locale),
      version,
    },
    ...bySchema(payerSchema(currency, locale)),
  });
  const fields = fieldset as typeof fieldset & Readonly<Record<string, AnyField>>;
  const cadenceOptions = payoutCadences.map((value) => ({ value, label: t(`payer.cadences.${value}`) }));
  const bookingName = (value: string | null) => value && t(`payer.bookings.${value as Booking}`);
  const labels = {
    ...useAddressLabels(),
    ...useVatLabels(),
    cadence: t("payer.cadence"),
    pay_day: t("payer.pay_day"),
    minimum_amount: t("payer.minimum"),
    ...patternFields((series) => t(`payer.number_series.${series}`)),
    booking: t("payer.booking"),
    vat_rates: t("payer.vat"),
  };
  const sayRates = (text: string | null) =>
    text &&
    ratesFromText(text)
      .map(({ from, rateBp }) => t("payer.vat_since", { percent: format.percent(rateBp), date: format.day(from) }))
      .join(", ");
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-6">
      <input type="hidden" {...intent(payerIntents, "save")} />
      <EditErrors
        form={form}
        labels={labels}
        lastResult={lastResult}
        say={{
          country: countryName(countries),
          cadence: (value) => value && t(`payer.cadences.${value as PayoutCadence}`),
          booking: bookingName,
          vat_rates: sayRates,
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
      <Card title={t("payer.account")} description={t("payer.account_text")}>
        <div className="grid gap-5">
          {account}
          <RadioCardsField
            field={fields.booking}
            label={labels.booking}
            options={bookings.map((value) => ({
              value,
              label: t(`payer.bookings.${value}`),
              description: t(`payer.booking_texts.${value}`),
            }))}
          />
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
      <NumbersSection fields={fields} labels={labels} year={year} />
      <VatSection fields={fields} rates={payer.vatRates} />
      <div className="grid gap-3">
        <p className="text-muted">{t("payer.advice")}</p>
        <FormActions>
          <SubmitButton pendingLabel={t("common:saving")}>{t("payer.save")}</SubmitButton>
        </FormActions>
      </div>
    </Form>
  );
}
