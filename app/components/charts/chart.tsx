import { lazy, Suspense } from "react";
import { useHydrated } from "~/browser/use-hydrated";
import type { BarChartProps } from "./bar-chart";
import { colorOf, type ChartSeries } from "./chart-series";

// The library is large and nothing but a picture of what stands in a table. When it cannot be loaded, the table stays.
const BarChart = lazy(() => import("./bar-chart").catch(() => ({ default: () => null })));

/**
 * Stacked bars with their legend, above the table that says the same, which the page draws. Drawn in the browser once
 * it has nothing more important to do; without JavaScript nothing of it is there.
 */
export function Chart(props: BarChartProps) {
  const hydrated = useHydrated();
  return (
    <figure aria-hidden className="noscript:hidden">
      {props.series.length > 1 && <Legend series={props.series} />}
      <div className="h-56 md:h-64">
        {hydrated ? (
          <Suspense fallback={<Waiting />}>
            <BarChart {...props} />
          </Suspense>
        ) : (
          <Waiting />
        )}
      </div>
    </figure>
  );
}

const Waiting = () => <span aria-hidden className="block h-full animate-pulse rounded-md bg-line opacity-40" />;

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {series.map(({ key, label, tone }) => (
        <li key={key} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5 shrink-0">
            <rect width="10" height="10" rx="2" fill={colorOf[tone]} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
