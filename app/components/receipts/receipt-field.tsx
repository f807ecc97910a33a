import type { FieldBaseProps } from "~/components/forms/field-meta";
import { TextField } from "~/components/forms/text-field";

/** The URL of a receipt. */
export function ReceiptField(props: FieldBaseProps) {
  return <TextField {...props} inputMode="url" placeholder="https://" autoComplete="off" spellCheck={false} />;
}
