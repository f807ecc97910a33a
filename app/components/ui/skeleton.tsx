import { useTranslation } from "react-i18next";
import { cn } from "./cn";

/** A gray placeholder of the size of the coming content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-pulse rounded-sm bg-line", className)} />;
}

export type SkeletonRowsProps = { rows?: number; className?: string };

/** Placeholder of a table or list while it loads, with rows of the same height. */
export function SkeletonRows({ rows = 6, className }: SkeletonRowsProps) {
  const { t } = useTranslation("common");
  return (
    <div role="status" data-loading="" className={cn("rounded-lg border bg-surface", className)}>
      <span className="sr-only">{t("loading")}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden className="flex h-11 items-center gap-6 border-b px-4 last:border-b-0">
          <Skeleton className="w-1/4" />
          <Skeleton className="w-1/3" />
          <Skeleton className="ml-auto w-1/6" />
        </div>
      ))}
    </div>
  );
}
