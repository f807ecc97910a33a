import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import type { ChosenPeriod } from "~/domain/shared/period";
import { periodWords } from "~/i18n/period-words";

/** Returns a period as text for its reader. */
export function usePeriodWords() {
  const { t } = useTranslation("common");
  const format = useFormat();
  return (period: ChosenPeriod): string => periodWords(t, period, format.day);
}
