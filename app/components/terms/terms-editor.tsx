import { getFormProps, useForm } from "@conform-to/react";
import { useState, type ReactNode } from "react";
import type { ZodType } from "zod";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors, type EditErrorsProps } from "~/components/forms/edit-errors";
import type { AnyField } from "~/components/forms/field-meta";
import { FormActions } from "~/components/forms/form-actions";
import { HiddenField } from "~/components/forms/hidden-field";
import { VersionField } from "~/components/forms/version-field";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import type { Day } from "~/domain/shared/dates";
import type { FormReply } from "~/browser/form-reply";
import { intent, type Intents } from "~/browser/intents";
import { TermsFields, useFieldLabels, type FieldName } from "./terms-fields";
import { TermsMeaning } from "./terms-meaning";
import { rowsOf } from "./tier-rows";

type TermsEditorProps = Pick<EditErrorsProps, "title" | "say"> & {
  schema: ZodType;
  defaults: Readonly<Record<string, string>>;
  version?: string;
  /** The affiliate of the terms, if they are those of one. */
  affiliateId?: string;
  today: Day;
  hasStart: boolean;
  lastResult: FormReply | undefined;
  closeTo: string;
  intents: Intents;
  /** The intent of the main button. */
  main: string;
  /** Below the fields. */
  note?: ReactNode;
  /** The buttons. */
  children: ReactNode;
};

/**
 * The form for terms: those of one affiliate, of several, or the standard. Without JavaScript all amounts can be filled
 * in; the chosen model decides which count.
 */
export function TermsEditor({ schema, defaults, lastResult, ...given }: TermsEditorProps) {
  const { version, affiliateId, today, hasStart, title, say, closeTo, intents, main, note, children } = given;
  const [begin] = useState<Readonly<Record<string, unknown>>>(lastResult?.initialValue ?? defaults);
  const [typed, setTyped] = useState(begin);
  const [form, fieldset] = useForm({
    lastResult,
    defaultValue: { ...defaults, version, affiliate_id: affiliateId },
    ...bySchema(schema),
  });
  const fields = fieldset as unknown as Record<FieldName | "affiliate_id", AnyField>;
  const labels = useFieldLabels();
  return (
    <DialogForm
      {...getFormProps(form)}
      onInput={(event) => setTyped(Object.fromEntries(new FormData(event.currentTarget)))}
      className="group/terms grid gap-5"
    >
      {/* Enter presses a form's first button, which must not be one that removes a row. */}
      <button type="submit" {...intent(intents, main)} tabIndex={-1} aria-hidden className="sr-only" />
      <EditErrors form={form} labels={labels} lastResult={lastResult} title={title} say={say} />
      {version !== undefined && <VersionField field={fields.version} lastResult={lastResult} />}
      {affiliateId !== undefined && <HiddenField field={fields.affiliate_id} />}
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
      {note}
      <FormActions>
        <DialogCancel to={closeTo} />
        {children}
      </FormActions>
    </DialogForm>
  );
}
