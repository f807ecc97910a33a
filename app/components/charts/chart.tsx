import type { CSSProperties } from "react";
import { cn } from "~/components/ui/cn";
import { ticksUpTo } from "./chart-ticks";
import { colorOf, type ChartSeries } from "./chart-series";

/** A bar: its short name below it, its full name in the tooltip, and a number of 0 or more for each series. */
export type ChartPoint = { tick: string; name: string; values: Readonly<Record<string, number>> };

export type ChartProps = {
  points: readonly ChartPoint[];
  /** From the bottom to the top of each bar. */
  series: readonly ChartSeries[];
  /** Formats a value in full. */
  format: (value: number) => string;
  /** Formats a value at the axis. */
  formatTick: (value: number) => string;
};

/**
 * Stacked bars with their legend. Hidden from screen readers, because the page has a table of the same values below it.
 */
export function Chart({ points, series, format, formatTick }: ChartProps) {
  const sums = points.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0));
  const ticks = ticksUpTo(Math.max(...sums));
  const top = ticks.at(-1) ?? 1;
  const share = (value: number) => `${(value / top) * 100}%`;
  return (
    <figure aria-hidden className="text-xs text-muted">
      {series.length > 1 && <Legend series={series} />}
      <div className="flex h-56 flex-col pt-2 md:h-64">
        <div className="relative min-h-0 grow">
          {ticks.map((tick) => (
            <div
              key={tick}
              style={{ bottom: share(tick) }}
              className="absolute inset-x-0 flex translate-y-1/2 items-center"
            >
              <span className="w-16 shrink-0 pr-2 text-right whitespace-nowrap tabular-nums">{formatTick(tick)}</span>
              <span className="grow border-t border-line" />
            </div>
          ))}
          <div className="absolute inset-y-0 right-0 left-16 flex">
            {points.map((point, index) => (
              <div
                key={point.name}
                className="group/bar relative flex min-w-0 flex-1 flex-col-reverse items-center hover:bg-sunken/60"
              >
                {series.map((one) => {
                  const value = point.values[one.key] ?? 0;
                  return value > 0 ? (
                    <span
                      key={one.key}
                      style={{ height: share(value), ...lookOf(one) }}
                      className="w-4/5 max-w-12 border border-surface"
                    />
                  ) : null;
                })}
                <Values point={point} series={series} format={format} isLeft={index * 2 >= points.length} />
              </div>
            ))}
          </div>
        </div>
        <ol className="ml-16 flex pt-1.5">
          {points.map(({ name, tick }, index) => (
            <li key={name} className="flex min-w-0 flex-1 justify-center">
              <span className={cn("whitespace-nowrap", tickClass(index, points.length))}>{tick}</span>
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

const lookOf = ({ tone, outline }: ChartSeries): CSSProperties =>
  outline ? { border: `1px ${outline} ${colorOf[tone]}` } : { background: colorOf[tone] };

/** Shows as many names below the bars as fit beside each other: up to 6 in narrow windows, 8 in others. */
function tickClass(index: number, count: number): string {
  const isShown = (most: number) => index % Math.ceil(count / most) === 0;
  if (isShown(6)) return isShown(8) ? "" : "md:hidden";
  return isShown(8) ? "max-md:hidden" : "hidden";
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1">
      {series.map((one) => (
        <li key={one.key} className="flex items-center gap-1.5">
          <Swatch of={one} />
          {one.label}
        </li>
      ))}
    </ul>
  );
}

const Swatch = ({ of: { tone, outline } }: { of: ChartSeries }) => (
  <svg viewBox="0 0 10 10" className="size-2.5 shrink-0">
    {outline ? (
      <rect
        x="0.5"
        y="0.5"
        width="9"
        height="9"
        rx="1.5"
        fill="none"
        stroke={colorOf[tone]}
        strokeDasharray={outline === "dashed" ? "2 1.5" : undefined}
      />
    ) : (
      <rect width="10" height="10" rx="2" fill={colorOf[tone]} />
    )}
  </svg>
);

type ValuesProps = Pick<ChartProps, "series" | "format"> & { point: ChartPoint; isLeft: boolean };

/** The tooltip of a bar, on the side where there is room. */
function Values({ point, series, format, isLeft }: ValuesProps) {
  return (
    <div
      className={cn(
        "pointer-events-none absolute top-0 z-10 hidden min-w-40 rounded-md border bg-surface px-3 py-2 shadow-float group-hover/bar:block",
        isLeft ? "right-full" : "left-full",
      )}
    >
      <p className="mb-1 font-medium text-text">{point.name}</p>
      {series.toReversed().map((one) => (
        <p key={one.key} className="flex items-center gap-1.5 whitespace-nowrap">
          <Swatch of={one} />
          {one.label}
          <span className="ml-auto pl-3 text-text tabular-nums">{format(point.values[one.key] ?? 0)}</span>
        </p>
      ))}
    </div>
  );
}
