import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { MoneyField } from "~/components/forms/money-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { DialogCancel } from "~/components/ui/route-dialog";
import { createDealSchema, dealTypes, DEFAULT_CONTRACT_MONTHS } from "~/domain/deals/deal.schema";
import { previewDeal } from "~/domain/deals/preview-deal";
import type { PricingTerms } from "~/domain/deals/pricing";
import type { LeadDetails } from "~/domain/leads/read-lead.server";
import type { Day } from "~/domain/shared/dates";
import { CommissionPreview } from "./commission-preview";
import { ContractPreview } from "./contract-preview";
import { DealTypeFields } from "./deal-type-fields";

const shown = [
  "title",
  "currency",
  "deal_type",
  "amount",
  "close_date",
  "mrr",
  "contract_duration_months",
  "contract_start_date",
] as const;

export type DealFormProps = {
  lead: LeadDetails;
  terms: PricingTerms | null;
  today: Day;
  currency: string;
  submissionId: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Everything a deal is made of (LEAD-06); the server decides by the same schema and the same price. */
export function DealForm({ lead, terms, today, currency, submissionId, lastResult }: DealFormProps) {
  const { t } = useTranslation("leads");
  const [form, fields] = useForm({
    lastResult,
    defaultValue: {
      lead_id: lead.id,
      submission_id: submissionId,
      deal_type: "one-time",
      currency,
      close_date: today,
      contract_duration_months: String(DEFAULT_CONTRACT_MONTHS),
      contract_start_date: today,
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: createDealSchema }),
    shouldRevalidate: "onInput",
  });
  const typed = Object.fromEntries(shown.map((name) => [name, fields[name].value?.toString()]));
  const preview = previewDeal(typed, terms);
  const suffix = typed["currency"]?.trim().toUpperCase();
  const labels = Object.fromEntries(shown.map((name) => [name, t(`deal.${name}`)]));
  return (
    <Form method="post" {...getFormProps(form)} className="group/deal grid gap-5">
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.lead_id} />
      <HiddenField field={fields.submission_id} />
      <div className="grid gap-4 md:grid-cols-[1fr_8rem]">
        <TextField field={fields.title} label={t("deal.title")} autoComplete="off" />
        <TextField
          field={fields.currency}
          label={t("deal.currency")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <RadioCardsField
        field={fields.deal_type}
        label={t("deal.deal_type")}
        options={dealTypes.map((type) => ({
          value: type,
          label: t(`deal_type.${type}`),
          description: t(`deal_type_help.${type}`),
        }))}
      />
      <DealTypeFields type="one-time">
        <MoneyField field={fields.amount} label={t("deal.amount")} suffix={suffix} />
        <DateField field={fields.close_date} label={t("deal.close_date")} />
      </DealTypeFields>
      <DealTypeFields type="recurring" after={<ContractPreview {...preview} />}>
        <MoneyField field={fields.mrr} label={t("deal.mrr")} suffix={suffix} />
        <TextField
          field={fields.contract_duration_months}
          label={t("deal.contract_duration_months")}
          inputMode="numeric"
          autoComplete="off"
        />
        <DateField field={fields.contract_start_date} label={t("deal.contract_start_date")} />
      </DealTypeFields>
      <CommissionPreview
        commission={preview.commission}
        monthly={typed["deal_type"] === "recurring"}
        hasTerms={terms !== null}
        affiliate={lead.affiliate}
      />
      <FormActions>
        <DialogCancel to="/leads" />
        <SubmitButton pendingLabel={t("deal.pending")}>{t("deal.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
