import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { controlProps, FieldFrame } from "~/components/forms/field-frame";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { controlClass } from "~/components/ui/input";
import { MOST_BYTES, MOST_ROWS } from "~/domain/imports/import-run";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";

/** The file field of the import. Without JavaScript it is sent as a file, too. */
export function UploadForm() {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const [form, fields] = useForm<{ file?: string }>({ id: "import-file", lastResult: useReply() });
  const label = t("file.label");
  const help = t("file.help", { size: MOST_BYTES / 1024 / 1024, rows: number(MOST_ROWS) });
  return (
    <Card>
      <Form {...getFormProps(form)} method="post" encType="multipart/form-data" className="grid gap-4">
        <FormErrors form={form} labels={{ file: label }} />
        <FieldFrame field={fields.file} label={label} help={help}>
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            {...controlProps({ field: fields.file, help, required: true })}
            className={`${controlClass} py-2 file:mr-3 file:border-0 file:bg-transparent file:font-medium file:text-accent`}
          />
        </FieldFrame>
        <p className="text-muted">{t("file.next")}</p>
        <div className="max-md:grid">
          <SubmitButton pendingLabel={t("file.pending")}>{t("file.submit")}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
