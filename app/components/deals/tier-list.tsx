import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import type { Tier } from "~/domain/terms/pricing";
import type { Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

export type TierListProps = {
  tiers: readonly Tier[];
  currency: string;
  /** The affiliate's won volume of a year: marks the tier reached, and shows the distance to the next one. */
  won?: { year: number; amounts: readonly Money[] };
};

/** Lists the tiers of terms, one per line. */
export function TierList({ tiers, currency, won }: TierListProps) {
  const { t } = useTranslation("terms");
  const format = useFormat();
  const money = (amount: number) => format.money({ amount, currency });
  const volume = won?.amounts.find((one) => one.currency === currency)?.amount ?? 0;
  const current = won ? tiers.findLastIndex((tier) => tier.from <= volume) : -1;
  const next = won && tiers[current + 1];
  return (
    <>
      <ul className="max-w-xs">
        {tiers.map((tier, index) => (
          <li
            key={tier.from}
            className={cn("flex flex-wrap justify-between gap-x-4 py-0.5", index === current && "font-medium")}
          >
            <span>{t("tier", { from: money(tier.from), percent: format.percent(tier.rateBp) })}</span>
            {index === current && (
              <span className="inline-flex items-center gap-1 text-success">
                <Icon name="check" className="size-4" />
                {t("tiers.reached")}
              </span>
            )}
          </li>
        ))}
      </ul>
      {won && (
        <p className="mt-1 text-muted">
          {t("tiers.volume", { year: won.year, reached: money(volume) })}{" "}
          {next && t("tiers.to_next", { missing: money(next.from - volume), percent: format.percent(next.rateBp) })}
        </p>
      )}
    </>
  );
}
