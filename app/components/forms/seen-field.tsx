import type { FormReply } from "~/web/submit.server";
import type { AnyField } from "./field-meta";
import { HiddenField } from "./hidden-field";

export type SeenFieldProps = { field: AnyField; lastResult: FormReply | undefined };

/**
 * Which values the form was filled with, for the server to compare (field `seen`). It stays as it was while the page learns
 * of newer ones, since what was typed stays too; only the server's answer replaces it.
 */
export function SeenField({ field, lastResult }: SeenFieldProps) {
  const answered = lastResult?.initialValue?.["seen"] ?? field.initialValue;
  return <HiddenField field={field} value={typeof answered === "string" ? answered : ""} />;
}
