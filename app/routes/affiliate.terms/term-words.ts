import { useTranslation } from "react-i18next";
import type { TermView } from "~/domain/terms/list-terms.server";
import { useFormat } from "~/web/use-format";

/** Terms in words: the rule of one line, and what it means for a deal. */
export function useTermWords() {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (term: TermView) => {
    const percent = term.revShareBp === null ? null : format.percent(term.revShareBp);
    const fixed =
      term.fixedAmount === null ? null : format.money({ amount: term.fixedAmount, currency: term.currency });
    const model = percent && fixed ? "both" : fixed ? "fixed" : "rev_share";
    return {
      percent,
      fixed,
      model: t(`terms.model.${model}`),
      sentence: t(`terms.sentence.${model}`, { percent, fixed }),
      cadence: t(`terms.cadence.${term.cadence}`),
      start: format.day(term.startDate),
    };
  };
}
