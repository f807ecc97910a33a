import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import type { AnyField, FieldBaseProps } from "~/components/forms/field-meta";
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
import { Input } from "~/components/ui/input";
import { commonCurrencies, DEFAULT_CURRENCY } from "~/domain/shared/currency";
import { controlProps, FieldFrame } from "../forms/field-frame";

/** Field names of both kinds of deal, as the forms use them. */
export const contractFields = ["deal_type", ...namesOf(dealFields)] as const;

export type ContractFieldsProps = {
  fields: Record<DealField, AnyField>;
  /** The currency shown beside amounts. */
  currency: string | undefined;
  /** Stored values of a paid deal, whose currency and amount cannot be changed; they are sent in hidden fields. */
  settled?: Readonly<Record<string, string>> | undefined;
  /** True if the deal is of this kind: then all of its fields are required. */
  required: boolean;
};

/** Fields of both kinds of deal. */
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

/** Amount and close date of a one-time deal. */
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

/** Monthly amount, start and duration of a recurring deal. */
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

/** A currency field: any text. Usual codes are suggested, and common symbols and names are recognized. */
function CurrencyField(props: FieldBaseProps) {
  const { field } = props;
  return (
    <FieldFrame {...props}>
      <Input
        key={field.key}
        {...controlProps(props)}
        list={`${field.id}-suggestions`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        // The default currency, used if the field is empty.
        placeholder={DEFAULT_CURRENCY}
        defaultValue={field.initialValue as string | undefined}
      />
      <datalist id={`${field.id}-suggestions`}>
        {commonCurrencies.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </FieldFrame>
  );
}
