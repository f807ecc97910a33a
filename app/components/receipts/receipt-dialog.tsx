import { type SubmissionResult, getFormProps, useForm } from "@conform-to/react";
import { TransactionDialog } from "~/components/payments/transaction-dialog";
import type { Transaction, CommissionKind } from "~/domain/commissions/commission";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { setReceiptSchema } from "~/domain/commissions/commission.schema";
import { ReceiptField } from "./receipt-field";

export type ReceiptDialogProps = {
  transaction: Transaction;
  closeTo: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Adds the receipt of a transaction or replaces it. */
export function ReceiptDialog({ transaction, closeTo, lastResult }: ReceiptDialogProps) {
  const { kind, id, receiptUrl } = transaction;
  return (
    <TransactionDialog title="receipt.title" transaction={transaction} closeTo={closeTo}>
      <ReceiptForm kind={kind} id={id} receiptUrl={receiptUrl} lastResult={lastResult} closeTo={closeTo} />
    </TransactionDialog>
  );
}

type ReceiptFormProps = {
  kind: CommissionKind;
  id: string;
  /** The stored receipt, which will be replaced. */
  receiptUrl: string | null;
  lastResult: SubmissionResult<string[]> | undefined;
  closeTo: string;
};

/** The URL of a receipt. It can be entered or replaced, but not removed. */
function ReceiptForm({ kind, id, receiptUrl, lastResult, closeTo }: ReceiptFormProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { receipt_url: receiptUrl ?? "" },
    ...bySchema(setReceiptSchema),
  });
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} labels={{ receipt_url: t("receipt.url") }} />
      <HiddenField field={fields.kind} value={kind} />
      <HiddenField field={fields.id} value={id} />
      <ReceiptField field={fields.receipt_url} label={t("receipt.url")} help={t("receipt.help")} />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("common:saving")}>{t("receipt.save")}</SubmitButton>
      </FormActions>
    </DialogForm>
  );
}
