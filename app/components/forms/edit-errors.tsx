import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FormValues } from "~/domain/shared/changed-meanwhile.server";
import { useFormat } from "~/web/use-format";
import type { FormReply } from "~/web/submit.server";
import { FormErrors, type FormErrorsProps } from "./form-errors";

type Value = FormValues[string];

export type EditErrorsProps = Required<Pick<FormErrorsProps, "form" | "labels">> & {
  lastResult: FormReply | undefined;
  /** Says stored values that are no plain text, by the names of their fields: a date, a choice. */
  say?: Readonly<Record<string, (value: string | null) => string | null>>;
};

/** First thing in a form that edits something: what stopped it, or what somebody else has changed in the meantime. */
export function EditErrors({ form, labels, lastResult, say = {} }: EditErrorsProps) {
  const told = form.errors?.includes("changed_meanwhile");
  return (
    <>
      {lastResult?.changed && <ChangedNotice {...{ form, labels, say, lastResult }} />}
      {!told && <FormErrors form={form} labels={labels} />}
    </>
  );
}

/** Stays until the form is answered again, so that it can be read while one types. */
function ChangedNotice({ form, labels, lastResult, say }: Required<EditErrorsProps>) {
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
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0 flex-1 space-y-2">
        <p id={`${form.id}-changed`} className="font-medium">
          {t("errors:changed_meanwhile")}
        </p>
        <p>{t("changed.now")}</p>
        <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-1">
          {Object.entries(lastResult?.changed ?? {}).map(([field, value]) => (
            <div key={field} className="contents">
              <dt className="text-muted">{labels[field] ?? field}</dt>
              <dd className="font-medium wrap-anywhere tabular-nums">
                {words(field, value) ?? <span aria-label={t("none")}>–</span>}
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

/** Long notes only tell that there are others now. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= SHOWN ? text : `${characters.slice(0, SHOWN).join("").trimEnd()}…`;
}
