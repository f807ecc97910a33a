import type { ReactElement } from "react";
import { Bar, BarChart as Bars, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { colorOf, type ChartSeries } from "./chart-series";

/** A bar: its short name below it, its full name in the tooltip, and a number for each series. */
export type ChartPoint = { tick: string; name: string; values: Readonly<Record<string, number>> };

export type BarChartProps = {
  points: readonly ChartPoint[];
  /** From the bottom to the top of each bar. */
  series: readonly ChartSeries[];
  /** A value in full. */
  format: (value: number) => string;
  /** A value at the axis. */
  formatTick: (value: number) => string;
};

const text = { fill: "var(--color-muted)", fontSize: 12 };

/** Its own chunk, loaded by Chart. */
export default function BarChart(props: BarChartProps): ReactElement | null {
  const { points, series, format, formatTick } = props;
  const top = Math.max(...points.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0)));
  return (
    <ResponsiveContainer width="100%" height="100%" className="print:[&_svg]:h-auto print:[&_svg]:max-w-full">
      <Bars data={[...points]} accessibilityLayer={false} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="tick"
          tick={text}
          tickLine={false}
          axisLine={{ stroke: "var(--color-line)" }}
          interval="equidistantPreserveStart"
          minTickGap={12}
        />
        <YAxis
          tick={text}
          tickLine={false}
          axisLine={false}
          tickFormatter={formatTick}
          allowDecimals={false}
          width={56}
          domain={[0, top > 0 ? "auto" : 1]}
        />
        <Tooltip
          cursor={{ fill: "var(--color-sunken)" }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = active && (payload?.[0]?.payload as ChartPoint | undefined);
            return point ? <Values point={point} series={series} format={format} /> : null;
          }}
        />
        {series.map(({ key, tone }) => (
          <Bar
            key={key}
            dataKey={(point: ChartPoint) => point.values[key] ?? 0}
            stackId="all"
            fill={colorOf[tone]}
            stroke="var(--color-surface)"
            maxBarSize={48}
            isAnimationActive={false}
          />
        ))}
      </Bars>
    </ResponsiveContainer>
  );
}

type ValuesProps = Pick<BarChartProps, "series" | "format"> & { point: ChartPoint };

function Values({ point, series, format }: ValuesProps) {
  return (
    <div className="rounded-md border bg-surface px-3 py-2 text-xs shadow-float">
      <p className="mb-1 font-medium">{point.name}</p>
      {series.toReversed().map(({ key, label, tone }) => (
        <p key={key} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5 shrink-0">
            <rect width="10" height="10" rx="2" fill={colorOf[tone]} />
          </svg>
          <span className="text-muted">{label}</span>
          <span className="ml-auto pl-3 tabular-nums">{format(point.values[key] ?? 0)}</span>
        </p>
      ))}
    </div>
  );
}
