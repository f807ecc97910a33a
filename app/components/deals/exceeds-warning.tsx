import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { exceedsBase, type CommissionTrace } from "~/domain/deals/pricing";
import { useFormat } from "~/browser/use-format";

/** Warns that the fixed amount is more than the deal's amount. This can be intended, so nothing is refused. */
export function ExceedsWarning({ commission }: { commission: CommissionTrace | null | undefined }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  if (!commission || !exceedsBase(commission)) return null;
  const amounts = { result: format.money(commission.result), base: format.money(commission.base) };
  return (
    <Alert tone="warning" role="status" className="noscript:hidden">
      {t(commission.per === "month" ? "deal.exceeds_monthly" : "deal.exceeds", amounts)}
    </Alert>
  );
}
