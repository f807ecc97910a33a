import { getFormProps, useForm } from "@conform-to/react";
import { useState, type ChangeEvent } from "react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Icon } from "~/components/ui/icon";
import { DialogForm } from "~/components/ui/route-dialog";
import { MAX_RECEIPT_FILES } from "~/domain/commissions/receipt-batch";
import { acceptedFiles, MAX_FILE_BYTES } from "~/domain/files/file";
import { replyTo } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { useReply } from "~/browser/use-reply";
import { receiptIntents } from "./intents";

const MB = 1024 * 1024;
/** Limit of the server for a form, less the space between the files. */
const MAX_SENT_BYTES = 99 * MB;

/**
 * Uploads many files at once: dropped, or chosen. The field itself takes dropped files, also without JavaScript; with
 * it, the upload begins at once.
 */
export function UploadForm({ isFirst = false }: { isFirst?: boolean }) {
  const { t } = useTranslation("batches");
  const reply = replyTo(useReply(), "upload");
  const [form, fields] = useForm<{ receipt_file: unknown }>({ id: "upload-receipts", lastResult: reply });
  const [isTooMuch, setTooMuch] = useState(false);
  const [isOver, setOver] = useState(false);
  function send({ target }: ChangeEvent<HTMLInputElement>) {
    const size = [...(target.files ?? [])].reduce((sum, file) => sum + file.size, 0);
    const tooMuch = size > MAX_SENT_BYTES;
    setTooMuch(tooMuch);
    setOver(false);
    if (tooMuch) target.value = "";
    else if (size > 0) target.form?.requestSubmit();
  }
  return (
    <DialogForm {...getFormProps(form)} encType="multipart/form-data" className="grid gap-3">
      <input type="hidden" {...intent(receiptIntents, "upload")} />
      <FormErrors form={form} labels={{ receipt_file: t("receipts.files") }} />
      {isTooMuch && (
        <p role="alert" className="text-danger">
          {t("receipts.too_much", { max: MAX_SENT_BYTES / MB })}
        </p>
      )}
      <label
        data-over={isOver || undefined}
        className="relative grid justify-items-center gap-1 rounded-lg border-2 border-dashed p-6 text-center data-over:border-accent data-over:bg-accent-soft has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
      >
        <Icon name="upload" className="size-6 text-muted" />
        <span className="font-medium">{t(isFirst ? "receipts.drop" : "receipts.drop_more")}</span>
        <span className="text-muted" id="upload-help">
          {t("receipts.drop_help", { max: MAX_FILE_BYTES / MB, count: MAX_RECEIPT_FILES })}
        </span>
        <input
          type="file"
          multiple
          name={fields.receipt_file.name}
          id={fields.receipt_file.id}
          accept={acceptedFiles("receipt")}
          aria-describedby="upload-help"
          aria-invalid={fields.receipt_file.errors ? true : undefined}
          onChange={send}
          className="absolute inset-0 size-full cursor-pointer opacity-0 noscript:static noscript:h-auto noscript:opacity-100"
        />
      </label>
      <SubmitButton variant="secondary" pendingLabel={t("receipts.uploading")} className="justify-self-end">
        {t("receipts.upload")}
      </SubmitButton>
    </DialogForm>
  );
}
