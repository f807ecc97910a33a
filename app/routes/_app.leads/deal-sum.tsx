import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import type { Money } from "~/domain/shared/money";

/** Above the deals of a period: their number on all pages, and their amounts per currency. */
export function DealSum({ count, amounts }: { count: number; amounts: readonly Money[] }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  if (count === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
      <span className="text-muted">{t("deals.sum", { count })}</span>
      {amounts.map((amount) => (
        <span key={amount.currency} className="min-w-0 font-semibold wrap-anywhere">
          {format.money(amount)}
        </span>
      ))}
    </p>
  );
}
