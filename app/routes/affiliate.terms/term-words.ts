import { useTranslation } from "react-i18next";
import { amountsOf } from "~/components/deals/use-term-words";
import type { TermView } from "~/domain/terms/list-terms.server";
import { modelOf } from "~/domain/terms/term";
import { useFormat } from "~/browser/use-format";

/** Describes terms for the affiliate: the rule in one line, and what it means for a deal. */
export function useTermWords() {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (term: TermView) => {
    const { model, ...amounts } = amountsOf(term, format);
    return {
      ...amounts,
      model: t(`terms:model.${modelOf(term)}`),
      sentence: t(`terms.sentence.${model}`, amounts),
      cadence: t(`terms:cadence.${term.cadence}`),
      start: format.day(term.startDate),
    };
  };
}
