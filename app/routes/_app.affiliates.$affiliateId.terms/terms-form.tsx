import { useTranslation } from "react-i18next";
import { useTermWords } from "~/components/deals/use-term-words";
import type { EditErrorsProps } from "~/components/forms/edit-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { useAddress } from "~/components/ui/use-address";
import type { Day } from "~/domain/shared/dates";
import type { TermView } from "~/domain/terms/list-terms.server";
import { termsSchema } from "~/domain/terms/term.schema";
import type { FormReply } from "~/browser/form-reply";
import { behindDialog } from "~/paths/affiliate-view";
import { TermsEditor } from "~/components/terms/terms-editor";
import { useTermDefaults } from "~/components/terms/terms-fields";
import { termsIntents } from "~/components/terms/tier-rows";
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

/** The form for new terms of an affiliate (AFF-07). */
export function TermsForm({ affiliateId, active, version, today, defaultCurrency, lastResult }: TermsFormProps) {
  const { t } = useTranslation("affiliates");
  const locale = useNumberLocale();
  const { search } = useAddress();
  return (
    <TermsEditor
      schema={termsSchema(today, locale)}
      defaults={useTermDefaults(active, today, defaultCurrency)}
      version={version}
      affiliateId={affiliateId}
      today={today}
      hasStart
      title={t("terms.newer")}
      say={useTermTexts(active)}
      lastResult={lastResult}
      closeTo={behindDialog(affiliateId, search)}
      intents={termsIntents}
      main="save"
      note={active && <p className="text-muted">{t("terms.keeps")}</p>}
    >
      <SubmitButton {...intent(termsIntents, "save")} pendingLabel={t("terms.pending")}>
        {t("terms.submit")}
      </SubmitButton>
    </TermsEditor>
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
