import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import type { ChosenPeriod } from "~/domain/shared/period";

/** A period in words: its name, or its first and last day. */
export function usePeriodWords() {
  const { t } = useTranslation("common");
  const format = useFormat();
  return ({ name, from, to }: ChosenPeriod): string => {
    if (name) return t(`period.${name}`);
    return from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`;
  };
}
