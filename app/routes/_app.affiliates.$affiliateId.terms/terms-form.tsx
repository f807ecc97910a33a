import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { MoneyField } from "~/components/forms/money-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel } from "~/components/ui/route-dialog";
import type { Day } from "~/domain/shared/dates";
import type { TermView } from "~/domain/terms/list-terms.server";
import { cadences, saveTermsSchema, termCurrencies, termModels } from "~/domain/terms/term.schema";
import { listAddress } from "./terms-address";
import { useTermDefaults } from "./use-term-defaults";

const shown = ["model", "rev_share_percent", "fixed_amount", "currency", "cadence", "start_date"] as const;

export type TermsFormProps = {
  affiliateId: string;
  /** The terms in force, to begin with. */
  active: TermView | undefined;
  today: Day;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** New terms (AFF-07). Without JavaScript both amounts can be filled in; the chosen model decides which count. */
export function TermsForm({ affiliateId, active, today, lastResult }: TermsFormProps) {
  const { t } = useTranslation("affiliates");
  const { search } = useLocation();
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { affiliate_id: affiliateId, ...useTermDefaults(active, today) },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: saveTermsSchema }),
    shouldRevalidate: "onInput",
  });
  const labels = Object.fromEntries(shown.map((name) => [name, t(`terms.${name}`)]));
  return (
    <Form method="post" {...getFormProps(form)} className="group/terms grid gap-5">
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.affiliate_id} />
      <RadioCardsField
        field={fields.model}
        label={t("terms.model")}
        options={termModels.map((value) => ({
          value,
          label: t(`terms.model_name.${value}`),
          description: t(`terms.model_help.${value}`),
        }))}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <MoneyField
          field={fields.rev_share_percent}
          label={t("terms.rev_share_percent")}
          suffix="%"
          className="group-has-[[value=fixed]:checked]/terms:hidden noscript:block!"
        />
        <MoneyField
          field={fields.fixed_amount}
          label={t("terms.fixed_amount")}
          suffix={fields.currency.value}
          className="group-has-[[value=rev\_share]:checked]/terms:hidden noscript:block!"
        />
        <SelectField
          field={fields.currency}
          label={t("terms.currency")}
          options={termCurrencies.map((value) => ({ value, label: value }))}
        />
        <SelectField
          field={fields.cadence}
          label={t("terms.cadence")}
          options={cadences.map((value) => ({ value, label: t(`terms.cadence_name.${value}`) }))}
        />
        <DateField field={fields.start_date} label={t("terms.start_date")} min={today} />
      </div>
      {active && <p className="text-muted">{t("terms.keeps")}</p>}
      <FormActions>
        <DialogCancel to={listAddress(search)} />
        <SubmitButton pendingLabel={t("terms.pending")}>{t("terms.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
