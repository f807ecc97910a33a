import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "./error-text";
import type { AnyForm } from "./field-meta";

export type FormErrorsProps = {
  form: AnyForm;
  /** Names of the fields, set before their errors in the list. */
  labels?: Readonly<Record<string, string>>;
};

/**
 * First thing in every form: what stopped it, with links to the fields. Appears once the form was sent and takes the
 * focus, unless a single field is to blame for which conform already did.
 */
export function FormErrors({ form, labels = {} }: FormErrorsProps) {
  const { t } = useTranslation(["errors", "common"]);
  const ref = useRef<HTMLDivElement>(null);
  const own = form.errors ?? [];
  const ofFields = Object.entries(form.allErrors).filter(([name, errors]) => name && errors.length > 0);
  const shown = form.status === "error" && own.length + ofFields.length > 0;
  const formLevel = shown && own.length > 0;

  useEffect(() => {
    if (formLevel) ref.current?.focus();
  }, [formLevel]);

  if (!shown) return null;
  return (
    <div
      ref={ref}
      id={form.errorId}
      tabIndex={-1}
      autoFocus
      role="group"
      aria-labelledby={`${form.id}-errors`}
      data-quiet-focus
      className="flex gap-3 rounded-lg bg-danger-soft p-4"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 space-y-1">
        <p id={`${form.id}-errors`} className="font-medium">
          {own.length === 1 && ofFields.length === 0
            ? errorText(t, own[0]!)
            : t("common:check_entries", { count: own.length + ofFields.length })}
        </p>
        {(own.length > 1 || ofFields.length > 0) && (
          <ul className="list-disc space-y-1 pl-4">
            {own.map((error) => (
              <li key={error}>{errorText(t, error)}</li>
            ))}
            {ofFields.map(([name, errors]) => (
              <li key={name}>
                <a href={`#${form.id}-${name}`} className="underline underline-offset-2">
                  {labels[name] && `${labels[name]}: `}
                  {errors.map((error) => errorText(t, error)).join(" ")}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
