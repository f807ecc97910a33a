import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { SkippedList } from "~/components/affiliates/skipped-list";
import { useTermWords } from "~/components/deals/use-term-words";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextFocus } from "~/components/payments/next-focus";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import type { TermRules } from "~/domain/terms/term";
import type { TermsPreview as Preview } from "~/domain/terms/terms-of-several.server";
import { dueText } from "~/i18n/notice-words";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { severalIntents } from "./steps";

type TermsPreviewProps = {
  ids: readonly string[];
  preview: Preview & { rules: TermRules };
  /** The terms as they were entered. */
  entered: Record<string, string>;
  backTo: string;
};

/** Shows who changes from what to what and from when, and who does not, before it is confirmed. */
export function TermsPreview({ ids, preview, entered, backTo }: TermsPreviewProps) {
  const { t } = useTranslation(["batches", "terms", "affiliates"]);
  const { changes, same, skipped, rules } = preview;
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const words = useTermWords();
  const [form] = useForm({ lastResult: useReply() });
  const describe = (terms: TermRules) =>
    [words(terms).short, t(`terms:cadence.${terms.cadence}`), dueText(t, terms)].join(" · ");
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} labels={{}} />
      <NextFocus id="main" />
      <HiddenFields values={[...Object.entries(entered), ["version", preview.version]]} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="affiliate_id" value={id} />
      ))}
      <div className="rounded-md bg-sunken px-4 py-3">
        <p className="text-xs text-muted">{t("terms.new", { day: format.day(rules.startDate) })}</p>
        <p className="font-medium wrap-anywhere">{describe(rules)}</p>
        <p className="mt-1 text-muted">{t("terms.keeps")}</p>
      </div>
      {changes.length > 0 && (
        <section aria-labelledby="changes">
          <h3 id="changes" className="mb-1 font-semibold">
            {t("terms.changes", { count: changes.length })}
          </h3>
          <ul className="max-h-[35dvh] divide-y overflow-y-auto border-y" tabIndex={0} aria-labelledby="changes">
            {changes.map(({ id, name, before }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 wrap-anywhere">
                <span className="font-medium">{affiliateName(id, name)}</span>
                <span className="text-muted">
                  {before ? describe(before) : t("affiliates:no_terms")}
                  <span aria-hidden> → </span>
                  <span className="sr-only">{t("terms.becomes")}</span>
                  <span className="text-ink">
                    {before && words(before).short === words(rules).short ? describe(rules) : words(rules).short}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {same.length > 0 && <p className="text-muted">{t("terms.same", { count: same.length })}</p>}
      <SkippedList title={t("affiliates.skipped", { count: skipped.length })} skipped={skipped} />
      <FormActions>
        <DialogCancel to={backTo}>{t("terms.back")}</DialogCancel>
        {changes.length > 0 && (
          <SubmitButton {...intent(severalIntents, "save")} pendingLabel={t("terms.saving")}>
            {t("terms.confirm", { count: changes.length })}
          </SubmitButton>
        )}
      </FormActions>
    </DialogForm>
  );
}
