import { useTranslation } from "react-i18next";
import type { DealView } from "~/domain/deals/deal-view";
import { useFormat } from "~/browser/use-format";

type Payable = Pick<DealView, "type" | "progress" | "commission" | "state" | "closeDate" | "ended">;

/**
 * Returns the next payment of a commission: "due on 01.03.2027", "1 due", "next due 01.03.2027". Null if there is none.
 */
export function useProgressText({ type, progress, commission, state, closeDate, ended }: Payable): string | null {
  const { t } = useTranslation("leads");
  const format = useFormat();
  if (state === "planned") return t("deals.due_on", { date: format.day(closeDate) });
  if (type !== "recurring" || commission.amount === 0) return null;
  if (!progress) return ended ? null : t("deals.not_generated");
  if (progress.due > 0) return t("deals.months_due", { count: progress.due });
  return progress.next && t("deals.next_due", { date: format.day(progress.next) });
}
