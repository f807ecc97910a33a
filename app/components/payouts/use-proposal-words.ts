import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { useShortGapList } from "~/components/payouts/missing-list";
import type { ProposedPayout } from "~/domain/payouts/plan-run";
import "./payout-texts";

/** Returns why an affiliate is left out of a run in this currency, in words. */
export function useProposalWords(currency: string) {
  const { t } = useTranslation("runs");
  const format = useFormat();
  const gapList = useShortGapList();
  return ({ reason, waiting, missing }: Pick<ProposedPayout, "reason" | "waiting" | "missing">): string => {
    if (reason === null) return "";
    if (reason === "customer_has_not_paid")
      return t("reasons.customer_has_not_paid", { amount: format.money({ amount: waiting, currency }) });
    if (reason === "profile_incomplete") return gapList(missing);
    return t(`reasons.${reason}`);
  };
}
