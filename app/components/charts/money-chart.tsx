import { useFormat, useNumberLocale } from "~/browser/use-format";
import { fractionDigits } from "~/domain/shared/money";
import { Chart, type ChartProps } from "./chart";

export type MoneyChartProps = Pick<ChartProps, "points" | "series"> & { currency: string };

/** A chart of amounts of one currency in minor units. Its axis has no currency, which the text around it names. */
export function MoneyChart({ currency, ...chart }: MoneyChartProps) {
  const format = useFormat();
  const compact = new Intl.NumberFormat(useNumberLocale(), {
    notation: "compact",
    maximumFractionDigits: 1,
    useGrouping: true,
  });
  return (
    <Chart
      {...chart}
      format={(amount) => format.money({ amount, currency })}
      formatTick={(amount) => compact.format(amount / 10 ** fractionDigits(currency))}
    />
  );
}
