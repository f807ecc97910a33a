import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextFocus } from "~/components/payments/next-focus";
import { ReceiptField, ReceiptFileField } from "~/components/receipts/receipt-field";
import { DialogCancel } from "~/components/ui/route-dialog";
import type { Payee } from "~/domain/commissions/pay-all-due.server";
import { payAllDueSchema } from "~/domain/commissions/commission.schema";
import type { Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

type PayAllFormProps = {
  due: { count: number; amounts: Money[] };
  /** The form version of the due commissions. */
  version: string;
  /** The filter of the screen as text; empty without one. */
  filter?: string;
  /** All payees. */
  payees: Payee[];
  closeTo: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Shows the amounts, the payees, and the field for one receipt. */
export function PayAllForm({ due, version, filter, payees, closeTo, lastResult }: PayAllFormProps) {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const [form, fields] = useForm({
    lastResult,
    ...bySchema(payAllDueSchema),
  });
  return (
    <Form method="post" encType="multipart/form-data" preventScrollReset {...getFormProps(form)} className="grid gap-4">
      <FormErrors
        form={form}
        labels={{ receipt_url: t("selection.receipt"), receipt_file: t("selection.receipt_file") }}
        beside="receipt_url"
      />
      {/* The form version of the shown commissions; a newer version comes with the newer sums. */}
      <input type="hidden" name="version" value={version} />
      <NextFocus id="main" />
      {filter && <p className="text-muted">{t("pay_all.narrowed", { filter })}</p>}
      <p className="flex flex-wrap gap-x-6 text-2xl font-semibold tracking-tight tabular-nums">
        {due.amounts.map((amount) => (
          <span key={amount.currency} className="min-w-0 wrap-anywhere">
            {format.money(amount)}
          </span>
        ))}
      </p>
      <ul className="divide-y border-y">
        {payees.map(({ affiliateId, name, count, amounts }) => (
          <li key={affiliateId} className="flex flex-wrap items-baseline gap-x-4 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">{affiliateName(affiliateId, name)}</span>
            <span className="text-xs text-muted">{t("payments", { count })}</span>
            <span className="min-w-0 text-right wrap-anywhere tabular-nums">
              {amounts.map(format.money).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      <ReceiptField field={fields.receipt_url} label={t("selection.receipt")} optional />
      <ReceiptFileField field={fields.receipt_file} optional />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("selection.paying")}>{t("selection.pay", { count: due.count })}</SubmitButton>
      </FormActions>
    </Form>
  );
}
