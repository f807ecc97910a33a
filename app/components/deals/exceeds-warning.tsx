import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { LiveText } from "~/components/ui/live-text";
import { exceedsBase, type CommissionTrace } from "~/domain/terms/pricing";
import { useFormat } from "~/browser/use-format";

/** Warns that the fixed amount is more than the deal's amount. This can be intended, so nothing is rejected. */
export function ExceedsWarning({ commission }: { commission: CommissionTrace | null | undefined }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const exceeds = commission && exceedsBase(commission);
  const amounts = exceeds && { result: format.money(commission.result), base: format.money(commission.base) };
  // The region exists before it has a text, because screen readers ignore the text that a region is inserted with.
  return (
    <LiveText className="empty:hidden noscript:hidden">
      {amounts && (
        <Alert tone="warning">
          {t(commission!.per === "month" ? "deal.exceeds_monthly" : "deal.exceeds", amounts)}
        </Alert>
      )}
    </LiveText>
  );
}
