import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import type { Day } from "~/domain/shared/dates";

/** Returns a function that says when a commission is due. One without a day waits for the customer. */
export function useDueHint() {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (state: "due" | "planned" | "waiting", due: Day | null): string =>
    due === null ? t("payment.hint.waiting") : t(`payment.hint.${state}`, { day: format.day(due) });
}
