import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TierListProps } from "~/components/deals/tier-list";
import { bySchema } from "~/components/forms/by-schema";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { Card } from "~/components/ui/card";
import { LiveText } from "~/components/ui/live-text";
import { dealTypes, DEFAULT_CONTRACT_MONTHS } from "~/domain/deals/deal.schema";
import { calculatorSchemaFor, estimateCommission } from "~/domain/deals/calculator";
import type { TermView } from "~/domain/terms/list-terms.server";
import { termCurrencies } from "~/domain/terms/term";
import { useNumberLocale } from "~/browser/use-format";
import { CalculatorResult } from "./calculator-result";

export type CalculatorProps = {
  term: TermView;
  /** This year's won volume, which tiers depend on. */
  won: NonNullable<TierListProps["won"]>;
  /** The values in the URL; missing ones are left out. */
  question: SubmissionResult<string[]> | undefined;
};

type Entries = Record<string, unknown>;

const entriesOf = (form: HTMLFormElement): Entries => Object.fromEntries(new FormData(form));

/**
 * Calculates the commission of an amount. The form is sent by GET, so it works without JavaScript and can be shared.
 * With JavaScript the result is updated while typing.
 */
export function Calculator({ term, won, question }: CalculatorProps) {
  const { t } = useTranslation(["portal", "terms"]);
  const locale = useNumberLocale();
  const schema = calculatorSchemaFor(locale);
  const example = {
    amount: "1000",
    currency: term.currency,
    deal_type: "one-time",
    contract_duration_months: String(DEFAULT_CONTRACT_MONTHS),
  };
  const [entries, setEntries] = useState<Entries>(question?.initialValue ?? example);
  const [form, fields] = useForm({
    id: "calculator",
    lastResult: question,
    defaultValue: example,
    ...bySchema(schema),
  });
  const wonInYear = won.amounts.map((money) => ({ year: won.year, ...money }));
  const asked = schema.safeParse(entries);
  return (
    <Card title={t("calculator.title")} description={t("calculator.text")}>
      <Form
        method="get"
        preventScrollReset
        {...getFormProps(form)}
        onInput={(event) => setEntries(entriesOf(event.currentTarget))}
        className="group/calculator grid gap-4"
      >
        <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
          <MoneyField field={fields.amount} label={t("calculator.amount")} help={t("calculator.amount_help")} />
          <SelectField
            field={fields.currency}
            label={t("calculator.currency")}
            options={termCurrencies.map((code) => ({ value: code, label: code }))}
          />
        </div>
        <SelectField
          field={fields.deal_type}
          label={t("calculator.deal_type")}
          options={dealTypes.map((type) => ({ value: type, label: t(`deal.type.${type}`) }))}
        />
        {term.tiers && (
          <TextField
            field={fields.contract_duration_months}
            label={t("terms:calculator.months")}
            help={t("terms:calculator.months_help")}
            inputMode="numeric"
            autoComplete="off"
            className="group-has-[[value=one-time]:checked]/calculator:hidden noscript:block!"
          />
        )}
        <SubmitButton variant="secondary">{t("calculator.calculate")}</SubmitButton>
      </Form>
      <LiveText data-result className="mt-6">
        {asked.success ? (
          <CalculatorResult estimate={estimateCommission(asked.data, term, won.year, wonInYear)} />
        ) : (
          <p className="text-muted">{t("calculator.enter_amount")}</p>
        )}
      </LiveText>
    </Card>
  );
}
