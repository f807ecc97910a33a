import { getFormProps, useForm } from "@conform-to/react";
import { useState, type ReactNode } from "react";
import type { ZodType } from "zod";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import type { AnyField } from "~/components/forms/field-meta";
import { FormActions } from "~/components/forms/form-actions";
import { VersionField } from "~/components/forms/version-field";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import type { Day } from "~/domain/shared/dates";
import type { FormReply } from "~/browser/form-reply";
import { intent, type Intents } from "~/browser/intents";
import { TermsFields, useFieldLabels, type FieldName } from "./terms-fields";
import { TermsMeaning } from "./terms-meaning";
import { rowsOf } from "./tier-rows";

type TermsEditorProps = {
  schema: ZodType;
  defaults: Readonly<Record<string, string>>;
  version?: string;
  today: Day;
  hasStart: boolean;
  lastResult: FormReply | undefined;
  closeTo: string;
  intents: Intents;
  /** The intent of the main button. */
  main: string;
  /** The buttons. */
  children: ReactNode;
};

/** A form for terms that belong to no single affiliate: those of several, or the standard. */
export function TermsEditor({ schema, defaults, lastResult, ...given }: TermsEditorProps) {
  const { version, today, hasStart, closeTo, intents, main, children } = given;
  const [begin] = useState<Readonly<Record<string, unknown>>>(lastResult?.initialValue ?? defaults);
  const [typed, setTyped] = useState(begin);
  const [form, fieldset] = useForm({
    lastResult,
    defaultValue: { ...defaults, ...(version !== undefined && { version }) },
    ...bySchema(schema),
  });
  const fields = fieldset as unknown as Record<FieldName, AnyField>;
  const labels = useFieldLabels();
  return (
    <DialogForm
      {...getFormProps(form)}
      onInput={(event) => setTyped(Object.fromEntries(new FormData(event.currentTarget)))}
      className="group/terms grid gap-5"
    >
      {/* Enter presses a form's first button, which must not be one that removes a row. */}
      <button type="submit" {...intent(intents, main)} tabIndex={-1} aria-hidden className="sr-only" />
      <EditErrors form={form} labels={labels} lastResult={lastResult} />
      {version !== undefined && <VersionField field={fields.version} lastResult={lastResult} />}
      <TermsFields
        fields={fields}
        labels={labels}
        initial={rowsOf(begin)}
        typed={typed}
        today={today}
        hasStart={hasStart}
        focusLast={lastResult !== undefined && lastResult.status === undefined && !lastResult.restored}
      />
      <TermsMeaning typed={typed} />
      <FormActions>
        <DialogCancel to={closeTo} />
        {children}
      </FormActions>
    </DialogForm>
  );
}
