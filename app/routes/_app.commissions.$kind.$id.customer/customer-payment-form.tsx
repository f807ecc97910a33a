import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { useFormat, useNumberLocale } from "~/browser/use-format";
import { bySchema } from "~/components/forms/by-schema";
import { DateField } from "~/components/forms/date-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { MoneyField } from "~/components/forms/money-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { customerPaymentIntents } from "~/components/payments/commission-intents";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { customerPaymentSchema } from "~/domain/commissions/customer-payment.schema";
import type { CustomerPaymentOf } from "~/domain/commissions/read-customer-payment.server";
import type { Day } from "~/domain/shared/dates";
import { toInputValue } from "~/domain/shared/read-amount";

type CustomerPaymentFormProps = {
  payment: CustomerPaymentOf;
  today: Day;
  closeTo: string;
  lastResult: FormReply | undefined;
};

/** Records when and how much the customer has paid, with the invoice; or removes that. */
export function CustomerPaymentForm({ payment, today, closeTo, lastResult }: CustomerPaymentFormProps) {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  const locale = useNumberLocale();
  const { commission, sold, paidOn, amount, invoiceNumber, invoicedOn } = payment;
  const labels = {
    paid_on: t("customer.paid_on"),
    amount: t("customer.amount"),
    invoice_number: t("customer.invoice_number"),
    invoiced_on: t("customer.invoiced_on"),
  };
  const shown = amount ?? sold;
  const [form, fields] = useForm({
    lastResult,
    defaultValue: {
      paid_on: paidOn ?? today,
      amount: toInputValue(shown.amount, shown.currency, locale),
      invoice_number: invoiceNumber ?? "",
      invoiced_on: invoicedOn ?? "",
    },
    ...bySchema(customerPaymentSchema(sold.currency, locale)),
  });
  const isPaidOut = commission.state === "paid";
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-4">
      <button
        type="submit"
        {...intent(customerPaymentIntents, "record")}
        tabIndex={-1}
        aria-hidden
        className="sr-only"
      />
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.kind} value={commission.kind} />
      <HiddenField field={fields.id} value={commission.id} />
      <p className="rounded-md bg-sunken p-3">{useConsequence(payment)}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DateField field={fields.paid_on} label={labels.paid_on} required max={today} />
        <MoneyField
          field={fields.amount}
          label={labels.amount}
          suffix={sold.currency}
          help={t("customer.amount_help", { amount: format.money(sold) })}
        />
        <TextField field={fields.invoice_number} label={labels.invoice_number} optional />
        <DateField field={fields.invoiced_on} label={labels.invoiced_on} optional />
      </div>
      <FormActions>
        <DialogCancel to={closeTo} />
        {paidOn !== null && !isPaidOut && (
          <SubmitButton variant="secondary" {...intent(customerPaymentIntents, "remove")} formNoValidate>
            {t("customer.remove")}
          </SubmitButton>
        )}
        {!isPaidOut && (
          <SubmitButton {...intent(customerPaymentIntents, "record")} pendingLabel={t("customer.pending")}>
            {t("customer.submit")}
          </SubmitButton>
        )}
      </FormActions>
    </DialogForm>
  );
}

/** Returns what the customer's payment means for the commission. */
function useConsequence({ commission, dueWhen, holdingDays }: CustomerPaymentOf): string {
  const { t } = useTranslation("commissions");
  if (commission.state === "paid") return t("customer.means_nothing");
  if (dueWhen === "period") return t("customer.means_note");
  return holdingDays === 0 ? t("customer.means_due") : t("customer.means_due_later", { count: holdingDays });
}
