import { useTranslation } from "react-i18next";
import { CommissionExplanation } from "~/components/deals/commission-explanation";
import { cn } from "~/components/ui/cn";
import type { Estimate } from "~/domain/deals/calculator";
import type { Money } from "~/domain/shared/money";
import { useFormat } from "~/browser/use-format";

/**
 * The commission of a won deal first and large; below it the percentage and the fixed amount of the terms. If the terms
 * have both, only one of them is paid, and a note says which.
 */
export function CalculatorResult({ estimate: { pays, percentage, fixed } }: { estimate: Estimate }) {
  const { t } = useTranslation(["portal", "terms"]);
  const format = useFormat();
  const result = format.money(pays.result);
  return (
    <>
      <div className="rounded-lg bg-accent-soft p-4">
        <p className="font-medium">{t("calculator.pays")}</p>
        <p className="mt-1 text-xl font-semibold tracking-tight tabular-nums">
          {pays.per === "month" ? t("calculator.each_month", { amount: result }) : result}
        </p>
        <p className="mt-1 text-muted">
          <CommissionExplanation trace={pays} />
        </p>
      </div>
      <dl className="mt-4 divide-y">
        {percentage && (
          <Figure
            label={
              pays.tiered
                ? t("terms:calculator.by_tier", { percent: format.percent(pays.tiered.tier.rateBp) })
                : t("calculator.by_percentage")
            }
            amount={percentage}
            counts={pays.rule !== "fixed"}
            compared={fixed !== null}
          />
        )}
        {fixed && (
          <Figure
            label={t("calculator.by_fixed")}
            amount={fixed}
            counts={pays.rule === "fixed"}
            compared={percentage !== null}
          />
        )}
      </dl>
    </>
  );
}

type FigureProps = {
  label: string;
  amount: Money;
  /** True if a deal pays this one. */
  counts: boolean;
  /** True if it is compared with another one. */
  compared: boolean;
};

function Figure({ label, amount, counts, compared }: FigureProps) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (
    <div className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <dt>
        {label}
        {compared && (
          <span className="block text-xs text-muted">{t(counts ? "calculator.counts" : "calculator.not_paid")}</span>
        )}
      </dt>
      <dd className={cn("tabular-nums", compared && !counts ? "text-muted" : "font-medium")}>{format.money(amount)}</dd>
    </div>
  );
}
