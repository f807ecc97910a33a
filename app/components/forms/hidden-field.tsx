import type { AnyField } from "./field-meta";

/** A hidden field with a value. */
export function HiddenField({ field, value }: { field: AnyField; value?: string }) {
  const shared = { type: "hidden", id: field.id, name: field.name, form: field.formId };
  if (value !== undefined) return <input {...shared} value={value} readOnly />;
  return <input key={field.key} {...shared} defaultValue={field.initialValue as string | undefined} />;
}
