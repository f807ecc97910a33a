import { useTranslation } from "react-i18next";
import type { CommissionTrace } from "~/domain/deals/pricing";
import { useFormat } from "~/web/use-format";

/** How a commission came about, in one sentence: "10 % of €1,200.00 = €120.00, terms of Feb 3, 2026". */
export function CommissionExplanation({ trace }: { trace: CommissionTrace }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const result = format.money(trace.result);
  if (trace.rule === "none" || !trace.terms) return <>{t("commission.none", { result })}</>;
  return (
    <>
      {t(`commission.${trace.rule}_${trace.per}`, {
        percent: format.percent(trace.revShareBp ?? 0),
        base: format.money(trace.base),
        date: format.day(trace.terms.startDate),
        result,
      })}
    </>
  );
}
