import { type SubmissionResult, getFormProps, useForm } from "@conform-to/react";
import { TransactionDialog } from "~/components/payments/transaction-dialog";
import type { Transaction, CommissionKind } from "~/domain/commissions/commission";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { Icon } from "~/components/ui/icon";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { receiptUrlOf } from "~/domain/files/receipt";
import { paths } from "~/paths/paths";
import { setReceiptSchema } from "~/domain/commissions/commission.schema";
import { ReceiptField, ReceiptFileField } from "./receipt-field";

type StoredReceipt = { id: string; name: string };

export type ReceiptDialogProps = {
  transaction: Transaction;
  /** The stored file, if the receipt is one. */
  file: StoredReceipt | null;
  closeTo: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Adds the receipt of a transaction or replaces it. */
export function ReceiptDialog({ transaction, file, closeTo, lastResult }: ReceiptDialogProps) {
  const { kind, id, receiptUrl } = transaction;
  const stored = receiptUrlOf(receiptUrl);
  return (
    <TransactionDialog title="receipt.title" transaction={transaction} closeTo={closeTo}>
      {file && <StoredFileLink file={file} />}
      <ReceiptForm kind={kind} id={id} receiptUrl={stored} lastResult={lastResult} closeTo={closeTo} />
    </TransactionDialog>
  );
}

/** Downloads the stored file, which will be replaced. */
function StoredFileLink({ file: { id, name } }: { file: StoredReceipt }) {
  const { t } = useTranslation("transactions");
  return (
    <p className="mb-4">
      <a href={paths.file(id)} className="wrap-anywhere underline underline-offset-4">
        {t("receipt.stored", { name })}
        <Icon name="download" className="ml-1 inline size-4" />
      </a>
    </p>
  );
}

type ReceiptFormProps = {
  kind: CommissionKind;
  id: string;
  /** The stored web address, which will be replaced; null for a file. */
  receiptUrl: string | null;
  lastResult: SubmissionResult<string[]> | undefined;
  closeTo: string;
};

/** The URL of a receipt, or a file. It can be entered or replaced, but not removed. */
function ReceiptForm({ kind, id, receiptUrl, lastResult, closeTo }: ReceiptFormProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { receipt_url: receiptUrl ?? "" },
    ...bySchema(setReceiptSchema),
  });
  return (
    <DialogForm {...getFormProps(form)} encType="multipart/form-data" className="grid gap-4">
      <FormErrors form={form} labels={{ receipt_url: t("receipt.url"), receipt_file: t("receipt.file") }} />
      <HiddenField field={fields.kind} value={kind} />
      <HiddenField field={fields.id} value={id} />
      <ReceiptField field={fields.receipt_url} label={t("receipt.url")} help={t("receipt.help")} />
      <ReceiptFileField field={fields.receipt_file} />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("common:saving")}>{t("receipt.save")}</SubmitButton>
      </FormActions>
    </DialogForm>
  );
}
