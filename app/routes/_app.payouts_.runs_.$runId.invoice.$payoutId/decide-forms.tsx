import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { invoiceIntents } from "~/components/payouts/invoice-intents";
import { DialogForm } from "~/components/ui/route-dialog";
import { refuseInvoiceSchema } from "~/domain/payouts/own-invoice.schema";
import "~/components/payouts/payout-texts";

type DecideFormsProps = {
  invoiceId: string;
  canAccept: boolean;
  canRefuse: boolean;
  lastResult: FormReply | undefined;
};

/** Accepts an invoice, or refuses it with a reason. */
export function DecideForms({ invoiceId, canAccept, canRefuse, lastResult }: DecideFormsProps) {
  const { t } = useTranslation("invoices");
  return (
    <div className="grid gap-3">
      {canAccept && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="invoice_id" value={invoiceId} />
          <SubmitButton {...intent(invoiceIntents, "accept")}>{t("accept")}</SubmitButton>
        </Form>
      )}
      {canRefuse && (
        <details open={lastResult !== undefined}>
          <summary className="cursor-pointer py-2 font-medium">{t("refuse_title")}</summary>
          <RefuseForm invoiceId={invoiceId} lastResult={lastResult} />
        </details>
      )}
    </div>
  );
}

function RefuseForm({ invoiceId, lastResult }: Pick<DecideFormsProps, "invoiceId" | "lastResult">) {
  const { t } = useTranslation("invoices");
  const [form, fields] = useForm({ id: "refuse", lastResult, ...bySchema(refuseInvoiceSchema) });
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-4 pt-2">
      <FormErrors form={form} labels={{ reason: t("reason") }} />
      <HiddenField field={fields.invoice_id} value={invoiceId} />
      <TextareaField field={fields.reason} label={t("reason")} help={t("reason_help")} rows={2} />
      <FormActions>
        <SubmitButton {...intent(invoiceIntents, "refuse")} variant="danger" pendingLabel={t("refusing")}>
          {t("refuse")}
        </SubmitButton>
      </FormActions>
    </DialogForm>
  );
}
