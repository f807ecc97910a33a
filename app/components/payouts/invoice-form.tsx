import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { bySchema } from "~/components/forms/by-schema";
import { DateField } from "~/components/forms/date-field";
import { FileField } from "~/components/forms/file-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { MoneyField } from "~/components/forms/money-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { acceptedFiles, MAX_FILE_BYTES } from "~/domain/files/file";
import { comparedFields, MAX_XML_BYTES } from "~/domain/payouts/own-invoice";
import { invoiceFormSchema } from "~/domain/payouts/own-invoice.schema";
import { invoiceIntents } from "./invoice-intents";
import "./payout-texts";

type InvoiceFormProps = {
  currency: string;
  lastResult: FormReply | undefined;
  /** Whether a member enters it for the affiliate. */
  isStaff?: boolean;
};

/** Sends an invoice as PDF with its values, or as XML, which has them itself (PAY-17). */
export function InvoiceForm({ currency, lastResult, isStaff = false }: InvoiceFormProps) {
  const { t } = useTranslation("invoices");
  const [form, fields] = useForm({ id: "invoice-form", lastResult, ...bySchema(invoiceFormSchema) });
  const MB = 1024 * 1024;
  const labels = {
    number: t("number"),
    issued_on: t("issued_on"),
    net: t("net"),
    vat: t("vat"),
    gross: t("gross"),
    invoice_file: t("file_field"),
  };
  return (
    <Form method="post" encType="multipart/form-data" preventScrollReset {...getFormProps(form)} className="grid gap-4">
      <input type="hidden" {...intent(invoiceIntents, "upload")} />
      <p className="max-w-prose text-muted">{t("form_text")}</p>
      <FormErrors form={form} labels={labels} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField field={fields.number} label={labels.number} autoComplete="off" />
        <DateField field={fields.issued_on} label={labels.issued_on} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {comparedFields.map((name) => (
          <MoneyField
            key={name}
            field={fields[name]}
            label={labels[name]}
            suffix={currency}
            help={name === "vat" ? t("vat_help") : undefined}
          />
        ))}
      </div>
      {/* The last field, so that the server reads the others before it. */}
      <FileField
        field={fields.invoice_file}
        label={labels.invoice_file}
        help={t("file_help", { pdf: MAX_FILE_BYTES / MB, xml: MAX_XML_BYTES / MB })}
        accept={acceptedFiles("invoice")}
      />
      <FormActions>
        <SubmitButton pendingLabel={t("pending")}>{t(isStaff ? "submit_staff" : "submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
