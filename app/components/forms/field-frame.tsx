import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { useLiveText } from "~/components/ui/live-text";
import { errorText } from "~/i18n/error-text";
import type { AnyField, FieldBaseProps } from "./field-meta";

/** The field properties a control needs; all but id and name may be missing outside of conform's forms. */
export type ControlField = Pick<AnyField, "id" | "name"> &
  Partial<Pick<AnyField, "formId" | "required" | "errors" | "errorId" | "descriptionId">>;

/** Returns the props of every control of a field, without `key`, which React does not accept among spread props. */
export function controlProps({
  field,
  help,
  required = field.required,
}: Pick<FieldBaseProps, "help" | "required"> & { field: ControlField }) {
  const described = [field.errors && field.errorId, help && field.descriptionId].filter(Boolean).join(" ");
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    required,
    "aria-invalid": field.errors ? true : undefined,
    "aria-describedby": described || undefined,
  };
}

export function FieldLabelText({ label, optional }: Pick<FieldBaseProps, "label" | "optional">) {
  const { t } = useTranslation("common");
  return (
    <>
      {label}
      {optional && <span className="font-normal text-muted"> ({t("optional")})</span>}
    </>
  );
}

export function FieldNotes({ field, help }: Pick<FieldBaseProps, "field" | "help">) {
  const { t } = useTranslation("errors");
  useLiveText(() => help ?? "");
  return (
    <>
      {help && (
        <p id={field.descriptionId} className="text-xs text-muted">
          {help}
        </p>
      )}
      {field.errors && (
        <div id={field.errorId} className="space-y-1 text-danger">
          {field.errors.map((error) => (
            <p key={error} className="flex items-start gap-1.5">
              <Icon name="circle-exclamation-point" className="mt-0.5 size-4 shrink-0" />
              {errorText(t, error)}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

/** The frame of a field: label above, control, help and error below. */
export function FieldFrame({
  field,
  label,
  help,
  optional,
  className,
  children,
}: FieldBaseProps & { children: ReactNode }) {
  return (
    <div className={cn("space-y-1.5", className)}>
      <label htmlFor={field.id} className="block font-medium">
        <FieldLabelText label={label} optional={optional} />
      </label>
      {children}
      <FieldNotes field={field} help={help} />
    </div>
  );
}
