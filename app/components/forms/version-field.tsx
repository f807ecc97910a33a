import type { FormReply } from "~/browser/form-reply";
import type { AnyField } from "./field-meta";
import { HiddenField } from "./hidden-field";

export type VersionFieldProps = { field: AnyField; lastResult: FormReply | undefined };

/**
 * Which values the form was filled with, for the server to compare (field `version`). It keeps its value when the
 * page loads newer data, because the typed values stay too. Only the server's answer replaces it.
 */
export function VersionField({ field, lastResult }: VersionFieldProps) {
  const answered = lastResult?.initialValue?.["version"] ?? field.initialValue;
  return <HiddenField field={field} value={typeof answered === "string" ? answered : ""} />;
}
