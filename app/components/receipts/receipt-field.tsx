import { useTranslation } from "react-i18next";
import type { FieldBaseProps } from "~/components/forms/field-meta";
import { FileField } from "~/components/forms/file-field";
import { TextField } from "~/components/forms/text-field";
import { acceptedFiles, MAX_FILE_BYTES } from "~/domain/files/file";

type ReceiptFieldProps = FieldBaseProps & {
  /** Says what the field is where its label is hidden. */
  placeholder?: string;
};

/** The URL of a receipt. */
export function ReceiptField({ placeholder = "https://", ...props }: ReceiptFieldProps) {
  return <TextField {...props} inputMode="url" placeholder={placeholder} autoComplete="off" spellCheck={false} />;
}

/** The file of a receipt, instead of its URL. It must be the last field of its form. */
export function ReceiptFileField(props: Omit<FieldBaseProps, "label" | "help">) {
  const { t } = useTranslation("transactions");
  const help = t("receipt.file_help", { max: MAX_FILE_BYTES / 1024 / 1024 });
  return <FileField {...props} label={t("receipt.file")} help={help} accept={acceptedFiles("receipt")} />;
}
