import type { FormReply } from "~/browser/form-reply";
import type { AnyField } from "./field-meta";
import { HiddenField } from "./hidden-field";

export type VersionFieldProps = { field: AnyField; lastResult: FormReply | undefined };

/**
 * The form version of the values the form was filled with (field `version`). It keeps its value when the page loads
 * newer data, because the entered values stay too. Only the server's response replaces it.
 */
export function VersionField({ field, lastResult }: VersionFieldProps) {
  const answered = lastResult?.initialValue?.["version"] ?? field.initialValue;
  return <HiddenField field={field} value={typeof answered === "string" ? answered : ""} />;
}
