import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import type { AnyField } from "~/components/forms/field-meta";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { MoneyField } from "~/components/forms/money-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { parseDay, type Day } from "~/domain/shared/dates";
import type { TermView } from "~/domain/terms/list-terms.server";
import { cadences, termCurrencies, termModels, termsSchema } from "~/domain/terms/term.schema";
import type { FormReply } from "~/web/submit.server";
import { listAddress } from "./terms-address";
import { TermsMeaning } from "./terms-meaning";
import { rowsOf } from "./tier-rows";
import { TiersField } from "./tiers-field";
import { useFieldLabels } from "./use-field-labels";
import { useNumberLocale } from "~/web/use-format";
import { useTermDefaults } from "./use-term-defaults";

export type TermsFormProps = {
  affiliateId: string;
  /** The terms in force, to begin with. */
  active: TermView | undefined;
  today: Day;
  lastResult: FormReply | undefined;
};

/** New terms (AFF-07). Without JavaScript all amounts can be filled in; the chosen model decides which count. */
export function TermsForm({ affiliateId, active, today, lastResult }: TermsFormProps) {
  const { t } = useTranslation("affiliates");
  const locale = useNumberLocale();
  const { search } = useAddress();
  const defaults = useTermDefaults(active, today);
  const [begin] = useState<Readonly<Record<string, unknown>>>(lastResult?.initialValue ?? defaults);
  const [typed, setTyped] = useState(begin);
  const [form, fieldset] = useForm({
    lastResult,
    defaultValue: { affiliate_id: affiliateId, ...defaults },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: termsSchema(today, locale) }),
    shouldRevalidate: "onInput",
  });
  const fields = fieldset as Record<FieldName, AnyField>;
  const labels = useFieldLabels();
  const startsLater = (parseDay(String(typed["start_date"] ?? "")) ?? today) > today;
  const currency = String(typed["currency"] ?? "EUR");
  return (
    <DialogForm
      {...getFormProps(form)}
      onInput={(event) => setTyped(Object.fromEntries(new FormData(event.currentTarget)))}
      className="group/terms grid gap-5"
    >
      {/* Enter presses a form's first button, which must not be one that removes a row. */}
      <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
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
        className="[&>div]:grid-cols-1 [&>div]:sm:grid-cols-2"
      />
      <TiersField
        fields={fields}
        initial={rowsOf(begin)}
        currency={currency}
        focusLast={lastResult !== undefined && lastResult.status === undefined && !lastResult.restored}
        className="min-w-0 group-has-[[value=both]:checked]/terms:hidden group-has-[[value=fixed]:checked]/terms:hidden group-has-[[value=rev\_share]:checked]/terms:hidden noscript:block!"
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <MoneyField
          field={fields.rev_share_percent}
          label={labels["rev_share_percent"]!}
          suffix="%"
          className="group-has-[[value=fixed]:checked]/terms:hidden group-has-[[value=tiered]:checked]/terms:hidden noscript:block!"
        />
        <MoneyField
          field={fields.fixed_amount}
          label={labels["fixed_amount"]!}
          suffix={currency}
          className="group-has-[[value=rev\_share]:checked]/terms:hidden group-has-[[value=tiered]:checked]/terms:hidden noscript:block!"
        />
        <SelectField
          field={fields.currency}
          label={labels["currency"]!}
          options={termCurrencies.map((value) => ({ value, label: value }))}
        />
        <SelectField
          field={fields.cadence}
          label={labels["cadence"]!}
          options={cadences.map((value) => ({ value, label: t(`terms.cadence_name.${value}`) }))}
        />
        <div className="space-y-1.5">
          <DateField
            field={fields.start_date}
            label={labels["start_date"]!}
            min={today}
            help={startsLater ? t("terms.starts_later") : undefined}
          />
          {/* Without JavaScript nobody knows what is going to be entered. */}
          {!startsLater && (
            <p className="hidden text-xs text-muted noscript:block">{t("terms.starts_later")}</p>
          )}
        </div>
      </div>
      <TermsMeaning typed={typed} />
      {active && <p className="text-muted">{t("terms.keeps")}</p>}
      <FormActions>
        <DialogCancel to={listAddress(search)} />
        <SubmitButton pendingLabel={t("terms.pending")}>{t("terms.submit")}</SubmitButton>
      </FormActions>
    </DialogForm>
  );
}

type FieldName =
  "affiliate_id" | "model" | "rev_share_percent" | "fixed_amount" | "currency" | "cadence" | "start_date";
