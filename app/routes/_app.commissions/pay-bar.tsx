import { useForm, type SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import type { AnyForm } from "~/components/forms/field-meta";
import "~/components/affiliates/batch-texts";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextFocus } from "~/components/payments/next-focus";
import { ReceiptField } from "~/components/receipts/receipt-field";
import { useAllMatching } from "~/components/selection/all-matching";
import { SelectionBar } from "~/components/selection/selection-bar";
import type { Selection } from "~/components/selection/use-selection";
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
  /** Number of payments on the tab that match the filter, on all pages. */
  total: number;
  lastResult: SubmissionResult<string[]> | undefined;
};

/**
 * Pays the selected commissions, with one receipt (COM-06); the page then offers to add several. "All that match" leads
 * to the dialog with the sum.
 */
export function PayBar({ selection, total, lastResult }: PayBarProps) {
  const { t } = useTranslation(["commissions", "common"]);
  const [form, fields] = useForm({
    id: PAY_FORM,
    lastResult,
    ...bySchema(payPaymentsSchema),
  });
  const chosen = useChosen(selection, total);
  const labels = { payment_id: t("selection.label"), receipt_url: t("selection.receipt") };
  return (
    <SelectionBar
      {...barOf(form)}
      label={t("selection.pay_chosen")}
      selection={selection}
      chosen={chosen.text}
      sums={chosen.sums}
      beside={chosen.all}
      errors={form.status === "error" ? <FormErrors form={form} labels={labels} beside="receipt_url" /> : null}
    >
      <input type="hidden" {...intent(commissionIntents, "pay")} />
      <NextFocus id="main" />
      {!chosen.isAll && (
        <ReceiptField
          field={fields.receipt_url}
          label={t("selection.receipt")}
          placeholder={`${t("selection.receipt")} (${t("common:optional")})`}
          className="min-w-0 grow basis-36 *:my-0 [&>label]:sr-only"
        />
      )}
      <SubmitButton pendingLabel={t("selection.paying")} className="max-md:grow max-md:px-3">
        {t("selection.mark")}
      </SubmitButton>
    </SelectionBar>
  );
}

type CustomerBarProps = PayBarProps & { today: Day };

/** Records that the customers of the selected commissions have paid, on one day (PAY-18). */
export function CustomerBar({ selection, total, lastResult, today }: CustomerBarProps) {
  const { t } = useTranslation("commissions");
  const [form, fields] = useForm({
    id: CUSTOMER_FORM,
    lastResult,
    defaultValue: { paid_on: today },
    ...bySchema(customerPaymentsSchema),
  });
  const chosen = useChosen(selection, total);
  const labels = { payment_id: t("selection.label"), paid_on: t("customer.paid_on") };
  return (
    <SelectionBar
      {...barOf(form)}
      label={t("customer.chosen")}
      selection={selection}
      chosen={chosen.text}
      sums={chosen.sums}
      beside={chosen.all}
      errors={form.status === "error" ? <FormErrors form={form} labels={labels} beside="paid_on" /> : null}
    >
      <input type="hidden" {...intent(commissionIntents, "customer-paid")} />
      <NextFocus id="main" />
      <DateField
        field={fields.paid_on}
        label={t("customer.paid_on")}
        required
        max={today}
        className="min-w-0 flex-1 basis-40"
      />
      <SubmitButton pendingLabel={t("customer.pending")} className="max-md:grow md:self-end">
        {chosen.count > 0 ? t("customer.several", { count: chosen.count }) : t("customer.chosen")}
      </SubmitButton>
    </SelectionBar>
  );
}

/** Returns the number of selected rows, the text with their sum, and the checkbox for all that match. */
function useChosen(selection: Selection<Commission>, total: number) {
  const { t } = useTranslation(["commissions", "batches"]);
  const format = useFormat();
  const { count, isAll, box } = useAllMatching(selection, total);
  const sums = isAll ? [] : sumByCurrency(selection.chosen.map(({ amount }) => amount)).map(format.money);
  return {
    count,
    isAll,
    text: count > 0 ? t("selection.chosen", { count }) : "",
    sums,
    all: box(t("batches:matching", { count: total })),
  };
}

/** The attributes of a bar whose form has fields. */
const barOf = (form: AnyForm) => ({
  id: form.id,
  method: "post" as const,
  form: { onSubmit: form.onSubmit, noValidate: form.noValidate },
});
