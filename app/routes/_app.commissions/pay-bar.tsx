import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextFocus } from "~/components/payments/next-focus";
import { ReceiptField, ReceiptFileField } from "~/components/receipts/receipt-field";
import { barPlace, ChosenCount } from "~/components/selection/selection-line";
import type { Selection } from "~/components/selection/use-selection";
import { cn } from "~/components/ui/cn";
import { useLiveText } from "~/components/ui/live-text";
import { useHydrated } from "~/browser/use-hydrated";
import type { Commission } from "~/domain/commissions/commission";
import { payPaymentsSchema } from "~/domain/commissions/commission.schema";
import { customerPaymentsSchema } from "~/domain/commissions/customer-payment.schema";
import type { Day } from "~/domain/shared/dates";
import { sumByCurrency } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";
import { commissionIntents } from "~/components/payments/commission-intents";
import { intent } from "~/browser/intents";

/** The ids of the forms. The checkboxes of the rows refer to them with the `form` attribute. */
export const PAY_FORM = "pay";
export const CUSTOMER_FORM = "customer";

type PayBarProps = {
  selection: Selection<Commission>;
  lastResult: SubmissionResult<string[]> | undefined;
};

/**
 * Pays the selected commissions, with one receipt (COM-06). Appears with the first checkbox; without JavaScript it is
 * always visible. It is inside a `group/list` together with the checkboxes.
 */
export function PayBar({ selection, lastResult }: PayBarProps) {
  const { t } = useTranslation("commissions");
  const [form, fields] = useForm({
    id: PAY_FORM,
    lastResult,
    ...bySchema(payPaymentsSchema),
  });
  const { count, sum } = useChosen(selection);
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      {...getFormProps(form)}
      data-print="hide"
      aria-label={t("selection.pay_chosen")}
      className={barClass(form.errors !== undefined)}
    >
      <input type="hidden" {...intent(commissionIntents, "pay")} />
      <NextFocus id="main" />
      <FormErrors
        form={form}
        labels={{
          payment_id: t("selection.label"),
          receipt_url: t("selection.receipt"),
          receipt_file: t("selection.receipt_file"),
        }}
        beside="receipt_url"
      />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Chosen selection={selection} count={count} sum={sum} />
        <ReceiptField
          field={fields.receipt_url}
          label={t("selection.receipt")}
          optional
          className="min-w-0 flex-1 basis-48"
        />
        {/* The last field: the checkboxes of the rows come before the bar. */}
        <ReceiptFileField field={fields.receipt_file} optional short className="min-w-0 flex-1 basis-48" />
        <SubmitButton pendingLabel={t("selection.paying")} className="max-md:w-full">
          {count > 0 ? t("selection.pay", { count }) : t("selection.pay_chosen")}
        </SubmitButton>
      </div>
    </Form>
  );
}

type CustomerBarProps = PayBarProps & { today: Day };

/** Records that the customers of the selected commissions have paid, on one day (PAY-18). */
export function CustomerBar({ selection, lastResult, today }: CustomerBarProps) {
  const { t } = useTranslation("commissions");
  const [form, fields] = useForm({
    id: CUSTOMER_FORM,
    lastResult,
    defaultValue: { paid_on: today },
    ...bySchema(customerPaymentsSchema),
  });
  const { count, sum } = useChosen(selection);
  return (
    <Form
      method="post"
      preventScrollReset
      {...getFormProps(form)}
      data-print="hide"
      aria-label={t("customer.chosen")}
      className={barClass(form.errors !== undefined)}
    >
      <input type="hidden" {...intent(commissionIntents, "customer-paid")} />
      <NextFocus id="main" />
      <FormErrors
        form={form}
        labels={{ payment_id: t("selection.label"), paid_on: t("customer.paid_on") }}
        beside="paid_on"
      />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Chosen selection={selection} count={count} sum={sum} />
        <DateField
          field={fields.paid_on}
          label={t("customer.paid_on")}
          required
          max={today}
          className="min-w-0 flex-1 basis-48"
        />
        <SubmitButton pendingLabel={t("customer.pending")} className="max-md:w-full">
          {count > 0 ? t("customer.several", { count }) : t("customer.chosen")}
        </SubmitButton>
      </div>
    </Form>
  );
}

const barClass = (shown: boolean) =>
  cn(
    barPlace,
    "hidden gap-3 rounded-lg border bg-surface p-4 shadow-float",
    "group-has-[[data-chooses]:checked]/list:grid",
    "noscript:grid",
    shown && "grid",
  );

/** Returns the number of selected rows and the sum of their commissions, and announces both. */
function useChosen(selection: Selection<Commission>) {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  // Without JavaScript the number of selected rows is not known, so it is not shown.
  const count = useHydrated() ? selection.count : 0;
  const amounts = sumByCurrency(selection.chosen.map(({ amount }) => amount));
  const sum = amounts.map(format.money).join(" · ");
  useLiveText(() => (count > 0 ? `${t("selection.chosen", { count })}: ${sum}` : ""));
  return { count, sum };
}

function Chosen({ selection, count, sum }: { selection: Selection<Commission>; count: number; sum: string }) {
  const { t } = useTranslation("commissions");
  if (count === 0) return null;
  return (
    <ChosenCount selection={selection}>
      <span className="block font-medium">{t("selection.chosen", { count })}</span>
      <span className="block text-muted tabular-nums">{sum}</span>
    </ChosenCount>
  );
}
