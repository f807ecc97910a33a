import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CurrencyField } from "~/components/forms/currency-field";
import { DateField } from "~/components/forms/date-field";
import type { AnyField } from "~/components/forms/field-meta";
import { HiddenField } from "~/components/forms/hidden-field";
import { MoneyField } from "~/components/forms/money-field";
import { TextField } from "~/components/forms/text-field";
import {
  dealFields,
  type CommonDealField,
  type DealField,
  type OneTimeField,
  type RecurringField,
} from "~/domain/deals/deal.schema";
import { namesOf } from "~/domain/shared/field-list";

/** The fields of the two kinds of deal, as the forms call them. */
export const contractFields = ["deal_type", ...namesOf(dealFields)] as const;

export type ContractFieldsProps = {
  fields: Record<DealField, AnyField>;
  /** The currency that stands beside amounts. */
  currency: string | undefined;
  /** The stored values, where what is paid cannot be changed any more: currency and amount are sent along hidden. */
  settled?: Readonly<Record<string, string>> | undefined;
  /** Whether it is a deal of this kind: then all of its fields are required. */
  required: boolean;
};

/** What both kinds of deal have. */
export function CommonFields({ fields, settled }: Omit<ContractFieldsProps, "currency" | "required">) {
  const { t } = useTranslation("leads");
  const controls: Record<CommonDealField, ReactNode> = {
    title: <TextField field={fields.title} label={t("deal.title")} autoComplete="off" />,
    currency: settled ? (
      <HiddenField field={fields.currency} value={settled["currency"]} />
    ) : (
      <CurrencyField field={fields.currency} label={t("deal.currency")} />
    ),
  };
  return (
    <div className={settled ? "grid gap-4" : "grid items-start gap-4 md:grid-cols-[1fr_8rem]"}>{inOrder(controls)}</div>
  );
}

/** What a one-time deal is sold for, and when. */
export function OneTimeFields({ fields, currency, settled, required }: ContractFieldsProps) {
  const { t } = useTranslation("leads");
  const controls: Record<Exclude<OneTimeField, CommonDealField>, ReactNode> = {
    amount: settled ? (
      <HiddenField field={fields.amount} value={settled["amount"]} />
    ) : (
      <MoneyField field={fields.amount} label={t("deal.amount")} required={required} suffix={currency} />
    ),
    close_date: (
      <DateField
        field={fields.close_date}
        required={required}
        label={t("deal.close_date")}
        className={settled && "md:max-w-72"}
      />
    ),
  };
  return <div className="grid items-start gap-4 md:grid-cols-2">{inOrder(controls)}</div>;
}

/** What a recurring deal is sold for every month, from when and for how long. */
export function RecurringFields({ fields, currency, required }: ContractFieldsProps) {
  const { t } = useTranslation("leads");
  const controls: Record<Exclude<RecurringField, CommonDealField>, ReactNode> = {
    mrr: <MoneyField field={fields.mrr} label={t("deal.mrr")} required={required} suffix={currency} />,
    contract_duration_months: (
      <TextField
        field={fields.contract_duration_months}
        required={required}
        label={t("deal.contract_duration_months")}
        inputMode="numeric"
        autoComplete="off"
      />
    ),
    contract_start_date: (
      <DateField required={required} field={fields.contract_start_date} label={t("deal.contract_start_date")} />
    ),
  };
  return <div className="grid items-start gap-4 md:grid-cols-3">{inOrder(controls)}</div>;
}

const inOrder = (controls: Readonly<Record<string, ReactNode>>) => Children.toArray(Object.values(controls));
