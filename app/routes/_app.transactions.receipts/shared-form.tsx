import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ReceiptField, ReceiptFileField } from "~/components/receipts/receipt-field";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import type { CommissionKind } from "~/domain/commissions/commission";
import { sharedReceiptSchema } from "~/domain/commissions/receipt-batch";
import { replyTo } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { useReply } from "~/browser/use-reply";
import { receiptIntents } from "./intents";

type SharedFormProps = {
  transactions: readonly { kind: CommissionKind; id: string }[];
  closeTo: string;
};

/** One receipt for all selected transactions, such as the statement of the bank. */
export function SharedForm({ transactions, closeTo }: SharedFormProps) {
  const { t } = useTranslation(["batches", "transactions"]);
  const reply = replyTo(useReply(), "share");
  const [form, fields] = useForm({ id: "share-receipt", lastResult: reply, ...bySchema(sharedReceiptSchema) });
  return (
    <DialogForm
      {...getFormProps(form)}
      encType="multipart/form-data"
      className="grid gap-4 border-t pt-5"
      aria-labelledby="shared-title"
    >
      <input type="hidden" {...intent(receiptIntents, "share")} />
      {transactions.map(({ kind, id }) => (
        <input key={id} type="hidden" name={kind === "deal" ? "deal_id" : "payment_id"} value={id} />
      ))}
      <h3 id="shared-title" className="font-semibold">
        {t("receipts.shared", { count: transactions.length })}
      </h3>
      <FormErrors
        form={form}
        labels={{ receipt_url: t("transactions:receipt.url"), receipt_file: t("transactions:receipt.file") }}
      />
      <ReceiptField field={fields.receipt_url} label={t("transactions:receipt.url")} />
      <ReceiptFileField field={fields.receipt_file} />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("receipts.saving")}>
          {t("receipts.share", { count: transactions.length })}
        </SubmitButton>
      </FormActions>
    </DialogForm>
  );
}
