import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import { Missing } from "~/components/ui/missing";
import type { FormValues } from "~/domain/shared/edit-conflict.server";
import { useFormat } from "~/browser/use-format";
import type { FormReply } from "~/browser/form-reply";
import { FormErrors, type FormErrorsProps } from "./form-errors";

type Value = FormValues[string];

export type EditErrorsProps = Required<Pick<FormErrorsProps, "form" | "labels">> & {
  lastResult: FormReply | undefined;
  /** A more exact title than "this was changed", for a special case. */
  title?: string;
  /** Formats stored values that are not plain text (dates, choices), by field name. */
  say?: Readonly<Record<string, (value: string | null) => string | null>>;
};

/**
 * The first element of a form that edits a record: its errors, or the fields that another user has changed in the
 * meantime.
 */
export function EditErrors({ form, labels, lastResult, title, say = {} }: EditErrorsProps) {
  const isChanged = form.errors?.includes("changed_meanwhile");
  return (
    <>
      {lastResult?.changed && (
        <ChangedNotice form={form} labels={labels} say={say} lastResult={lastResult} title={title} />
      )}
      {!isChanged && <FormErrors form={form} labels={labels} />}
    </>
  );
}

/** The edit conflict. It stays until the next response, so that it can be read while typing. */
function ChangedNotice({ form, labels, lastResult, title, say = {} }: EditErrorsProps) {
  const { t } = useTranslation(["common", "errors"]);
  const format = useFormat();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [lastResult]);

  const words = (field: string, value: Value): string | null => {
    if (typeof value === "number") return String(value);
    if (typeof value === "object" && value) return format.money(value);
    return say[field] ? say[field](value) : value && shortened(value);
  };
  return (
    <div
      ref={ref}
      tabIndex={-1}
      autoFocus
      role="group"
      aria-labelledby={`${form.id}-changed`}
      aria-describedby={`${form.id}-changed-how`}
      data-quiet-focus
      className="flex gap-3 rounded-lg bg-warning-soft p-4"
    >
      <Icon name="triangle-exclamation-point" className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0 flex-1 space-y-2">
        <p id={`${form.id}-changed`} className="font-medium">
          {title ?? t("errors:changed_meanwhile")}
        </p>
        <p>{t("changed.now")}</p>
        <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-1">
          {Object.entries(lastResult?.changed ?? {}).map(([field, value]) => (
            <div key={field} className="contents">
              <dt className="text-muted">{labels[field] ?? field}</dt>
              <dd className="font-medium wrap-anywhere tabular-nums">
                {words(field, value) ?? <Missing words={t("none")} />}
              </dd>
            </div>
          ))}
        </dl>
        <p id={`${form.id}-changed-how`}>{t("changed.replace")}</p>
      </div>
    </div>
  );
}

const SHOWN = 160;

/** Shortens a long text, such as notes. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= SHOWN ? text : `${characters.slice(0, SHOWN).join("").trimEnd()}…`;
}
