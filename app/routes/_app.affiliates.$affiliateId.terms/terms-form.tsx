import { getFormProps, useForm } from "@conform-to/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTermWords } from "~/components/deals/use-term-words";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors, type EditErrorsProps } from "~/components/forms/edit-errors";
import type { AnyField } from "~/components/forms/field-meta";
import { FormActions } from "~/components/forms/form-actions";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { VersionField } from "~/components/forms/version-field";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import type { Day } from "~/domain/shared/dates";
import type { TermView } from "~/domain/terms/list-terms.server";
import { termsSchema } from "~/domain/terms/term.schema";
import type { FormReply } from "~/browser/form-reply";
import { behindDialog } from "~/paths/affiliate-view";
import { TermsFields, useFieldLabels, useTermDefaults, type FieldName } from "~/components/terms/terms-fields";
import { TermsMeaning } from "~/components/terms/terms-meaning";
import { rowsOf, termsIntents } from "~/components/terms/tier-rows";
import { useFormat, useNumberLocale } from "~/browser/use-format";
import { intent } from "~/browser/intents";

export type TermsFormProps = {
  affiliateId: string;
  /** The terms in force, as initial values. */
  active: TermView | undefined;
  /** The form version of the terms in force. */
  version: string;
  today: Day;
  /** The organization's default currency. */
  defaultCurrency: string;
  lastResult: FormReply | undefined;
};

/**
 * The form for new terms (AFF-07). Without JavaScript all amounts can be filled in; the chosen model decides which
 * count.
 */
export function TermsForm({ affiliateId, active, version, today, defaultCurrency, lastResult }: TermsFormProps) {
  const { t } = useTranslation("affiliates");
  const locale = useNumberLocale();
  const { search } = useAddress();
  const defaults = useTermDefaults(active, today, defaultCurrency);
  const [begin] = useState<Readonly<Record<string, unknown>>>(lastResult?.initialValue ?? defaults);
  const [typed, setTyped] = useState(begin);
  const [form, fieldset] = useForm({
    lastResult,
    defaultValue: { affiliate_id: affiliateId, version, ...defaults },
    ...bySchema(termsSchema(today, locale)),
  });
  const fields = fieldset as Record<FieldName, AnyField>;
  const labels = useFieldLabels();
  const say = useTermTexts(active);
  return (
    <DialogForm
      {...getFormProps(form)}
      onInput={(event) => setTyped(Object.fromEntries(new FormData(event.currentTarget)))}
      className="group/terms grid gap-5"
    >
      {/* Enter presses a form's first button, which must not be one that removes a row. */}
      <button type="submit" {...intent(termsIntents, "save")} tabIndex={-1} aria-hidden className="sr-only" />
      <EditErrors form={form} labels={labels} lastResult={lastResult} title={t("terms.newer")} say={say} />
      <VersionField field={fields.version} lastResult={lastResult} />
      <HiddenField field={fields.affiliate_id} />
      <TermsFields
        fields={fields}
        labels={labels}
        initial={rowsOf(begin)}
        typed={typed}
        today={today}
        focusLast={lastResult !== undefined && lastResult.status === undefined && !lastResult.restored}
      />
      <TermsMeaning typed={typed} />
      {active && <p className="text-muted">{t("terms.keeps")}</p>}
      <FormActions>
        <DialogCancel to={behindDialog(affiliateId, search)} />
        <SubmitButton {...intent(termsIntents, "save")} pendingLabel={t("terms.pending")}>
          {t("terms.submit")}
        </SubmitButton>
      </FormActions>
    </DialogForm>
  );
}

/** How each value of newer terms reads in the notice about an edit conflict. */
function useTermTexts(active: TermView | undefined): NonNullable<EditErrorsProps["say"]> {
  const { t } = useTranslation("terms");
  const format = useFormat();
  const words = useTermWords();
  return {
    model: (model) => model && t(`model.${model}`),
    rev_share_percent: (basisPoints) => basisPoints && format.percent(Number(basisPoints)),
    // The page shows the newer terms by now.
    tiers: (tiers) => (tiers && active ? words(active).sentence : null),
    cadence: (cadence) => cadence && t(`cadence.${cadence}`),
    due_when: (dueWhen) => dueWhen && t(`due_when.${dueWhen}`),
    start_date: (day) => day && format.day(day as Day),
  };
}
