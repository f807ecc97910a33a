import type { ReactNode } from "react";
import { cn } from "./cn";
import { Icon, type IconName } from "./icon";

export type StatCardProps = {
  label: ReactNode;
  /** One formatted amount, or one per currency; they stand side by side and are never added. */
  value: string | readonly string[];
  hint?: ReactNode;
  icon?: IconName;
  /** The main figure of the page. */
  large?: boolean;
  className?: string;
};

/** One number with its name. Put several into a StatGrid. */
export function StatCard({ label, value, hint, icon, large, className }: StatCardProps) {
  const values = typeof value === "string" ? [value] : value;
  return (
    <div data-print="together" className={cn("min-w-0 rounded-lg border bg-surface p-4 md:p-5", className)}>
      <dt className="flex items-center gap-2 text-muted">
        {icon && <Icon name={icon} className="size-4 shrink-0 text-faint" />}
        <span className="hyphenated min-w-0 wrap-anywhere">{label}</span>
      </dt>
      <dd
        className={cn(
          "mt-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 font-semibold tracking-tight tabular-nums",
          large ? "text-2xl" : values.length > 1 ? "text-lg" : "text-xl",
        )}
      >
        {values.map((one) => (
          <span key={one} className="min-w-0 wrap-anywhere">
            {one}
          </span>
        ))}
      </dd>
      {hint && <dd className="mt-1 text-xs text-muted">{hint}</dd>}
    </div>
  );
}

export type StatGridProps = {
  /** Two columns on phones, for short figures; an odd last one takes the whole row. */
  pairs?: boolean;
  children: ReactNode;
};

/** Lays stat cards out in one row, two columns or one, as space allows. */
export function StatGrid({ pairs, children }: StatGridProps) {
  return (
    <dl
      className={cn(
        "grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3 md:gap-4",
        // Large text needs the width of one column, long words that of the icon.
        pairs &&
          "max-md:grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] max-md:gap-2 max-md:[&_dt>svg]:hidden max-md:[&>div]:p-3 max-md:[&>div:last-child:nth-child(odd)]:col-span-full",
      )}
    >
      {children}
    </dl>
  );
}
