import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import type { AnyField } from "~/components/forms/field-meta";
import { MoneyField } from "~/components/forms/money-field";
import { TextField } from "~/components/forms/text-field";

/** The fields of the two kinds of deal, as the forms call them. */
export const contractFields = [
  "title",
  "currency",
  "deal_type",
  "amount",
  "close_date",
  "mrr",
  "contract_duration_months",
  "contract_start_date",
] as const;

export type ContractFieldsProps = {
  fields: Record<(typeof contractFields)[number], AnyField>;
  /** The currency that stands beside amounts. */
  currency: string | undefined;
};

/** What a one-time deal is sold for, and when. */
export function OneTimeFields({ fields, currency }: ContractFieldsProps) {
  const { t } = useTranslation("leads");
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <MoneyField field={fields.amount} label={t("deal.amount")} suffix={currency} />
      <DateField field={fields.close_date} label={t("deal.close_date")} />
    </div>
  );
}

/** What a recurring deal is sold for every month, from when and for how long. */
export function RecurringFields({ fields, currency }: ContractFieldsProps) {
  const { t } = useTranslation("leads");
  return (
    <div className="grid items-start gap-4 md:grid-cols-3">
      <MoneyField field={fields.mrr} label={t("deal.mrr")} suffix={currency} />
      <TextField
        field={fields.contract_duration_months}
        label={t("deal.contract_duration_months")}
        inputMode="numeric"
        autoComplete="off"
      />
      <DateField field={fields.contract_start_date} label={t("deal.contract_start_date")} />
    </div>
  );
}
